"""Reports that a person files or signs: the PAR sheet of a submission, as JSON, HTML and PDF.

A sheet is a value first (``par_of``), exact throughout. Everything that shows it is made from that value, and is the
same to the byte for the same submission: no clock, no chance, nothing from outside.
"""

from punto.report.par import Par, ReportError, par_of

__all__ = ["Par", "ReportError", "par_of"]
