"""Drawings: values in, SVG text out. All pure."""
