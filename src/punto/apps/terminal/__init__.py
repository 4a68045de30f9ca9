"""A table in the terminal: one player, demo players, the automatic dealer, and the same engine as everywhere.

``sitting`` is the table and its players, ``playback`` shows events one after the other, ``bet_slip`` holds the wanted
stakes, ``choices`` lists what the player may do. These do not depend on Textual. The widgets do: ``app`` combines them,
``look`` has their styles, and ``wording`` all their texts.
"""
