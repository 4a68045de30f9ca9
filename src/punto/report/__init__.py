"""Reports for filing or signature: the PAR sheet of a submission, as JSON, HTML and PDF.

A sheet is an exact value (``par_of``). All its forms are derived from that value, and the same submission gives the
same bytes: no clock, no randomness, no external input.
"""

from punto.report.par import Par, ReportError, par_of

__all__ = ["Par", "ReportError", "par_of"]
