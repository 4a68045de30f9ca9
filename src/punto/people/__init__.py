"""Streams about users: administration (duties, lockouts, parameters) and responsible play."""
