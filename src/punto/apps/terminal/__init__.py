"""A table in the terminal: one person, house players, the automatic dealer, and the same engine as everywhere.

``sitting`` is the table and who sits there, ``stage`` shows what happened one thing after the other, ``slip`` holds the
chips that are wanted on the felt, ``choices`` is what the person is asked. None of these knows Textual. The widgets do:
``app`` puts them together, ``look`` says how they look, ``words`` is the one place where their words stand.
"""
