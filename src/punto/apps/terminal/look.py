"""Styles of the table: three materials on a dark background.

Felt has money and cards, paper has text, and brass is the accent color. Color is never the only sign: a letter, a shape
or a word goes with it.
"""

from __future__ import annotations

from rich.style import Style

ROOM, PANEL, RAISED, SUNK, LINE = "#0e1412", "#151d1a", "#1f2925", "#0a0f0d", "#2c3833"
TEXT, TEXT_2, TEXT_3 = "#f3efe4", "#bcc4bb", "#97a39b"
FELTS = {"green": ("#0f4a3d", "#17584a"), "wine": ("#4f1a28", "#632837"), "night": ("#1c2c4a", "#29395a")}
FELT_TEXT, FELT_TEXT_2 = "#f2ead2", "#d0d6c0"
BRASS, ON_BRASS = "#e0bd74", "#1b1509"
SHEET, SHEET_2, SHEET_LINE, INK, INK_2 = "#fbf8ef", "#f1ecdd", "#cfc6ad", "#1c211e", "#55594f"
INK_OF = {"B": "#b3261e", "P": "#1f4fa3", "T": "#1b6b43", "r": "#b3261e", "b": "#1f4fa3"}
RED_SUIT = "#b3261e"
BACK, BACK_LINE = "#1f3f6b", "#8fa9cf"
WARN = "#f0c566"

# Background and text of a chip, in the usual colors of American racks.
CHIP_COLOURS = {
    "white": ("#e8e4d8", "#1c211e"),
    "red": ("#a3231c", "#ffffff"),
    "green": ("#1d7048", "#ffffff"),
    "black": ("#3a3f3d", "#ffffff"),
    "purple": ("#5b3a8c", "#ffffff"),
    "orange": ("#b8651b", "#ffffff"),
    "brown": ("#6b4a2f", "#ffffff"),
    "quarter": ("#8a8f8c", "#1c211e"),
}

QUIET = Style(color=TEXT_3)
STRONG = Style(color=TEXT, bold=True)
LIT = Style(color=BRASS, bold=True)
PAPER = Style(color=INK, bgcolor=SHEET)
PAPER_QUIET = Style(color=INK_2, bgcolor=SHEET)

CSS = f"""
Screen {{ background: {ROOM}; color: {TEXT}; layout: vertical; }}
#small {{ display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; color: {TEXT}; }}
.-small #small {{ display: block; }}
.-small #bar, .-small #body, .-small #foot {{ display: none; }}
#bar {{ height: 1; background: {PANEL}; padding: 0 1 0 0; }}
#body {{ height: 1fr; layout: horizontal; }}
#main {{ width: 1fr; layout: vertical; }}
#hands {{ height: 7; }}
#seats {{ height: 2; }}
#spots {{ height: auto; layout: grid; grid-gutter: 0 1; padding: 0 1; grid-rows: 3; }}
.-tall #spots {{ padding: 0 1 1 1; grid-gutter: 1 1; }}
.-tall #hands {{ height: 9; padding: 1 0; }}
.-tower #hands {{ height: 13; padding: 3 0; }}
.-tower #seats {{ height: 4; padding: 0 0 2 0; }}
Spot {{ height: 3; padding: 0 1; }}
Spot:hover {{ text-style: underline; }}
#dock {{ height: 1; background: {PANEL}; layout: horizontal; padding: 0 1 0 0; }}
.-tall #dock {{ height: 3; padding: 1 1 1 0; }}
#dock Push, .acts Push {{ width: auto; height: 1; padding: 0 1; background: {RAISED}; margin-left: 1; color: {TEXT}; }}
#dock Push:hover, .acts Push:hover {{ background: {LINE}; }}
#dock Push.primary, .acts Push.primary {{ background: {BRASS}; color: {ON_BRASS}; text-style: bold; }}
.acts {{ width: auto; height: 2; padding: 1 0 0 0; }}
.acts Push.primary {{ margin-left: 0; }}
#dock ChipPush {{ width: auto; height: 1; }}
#dock .grow {{ width: 1fr; height: 1; }}
#dock .ask {{ width: auto; height: 1; padding: 0 1; color: {BRASS}; text-style: bold; }}
#roads {{ height: 1fr; min-height: 6; background: {SHEET}; color: {INK}; padding: 0 1; }}
#side {{ width: 40; display: none; background: {ROOM}; padding: 0 0 0 1; }}
.-wide #side {{ display: block; }}
#side Static {{ background: {PANEL}; padding: 0 1; margin-bottom: 1; height: auto; }}
#side #calls {{ height: 1fr; margin-bottom: 0; }}
#foot {{ height: 1; background: {ROOM}; color: {TEXT_3}; link-style: none; link-color: {TEXT_2};
  link-background: {ROOM}; link-style-hover: bold underline; link-background-hover: {RAISED};
  link-color-hover: {TEXT}; }}
ModalScreen {{ align: center middle; background: {ROOM} 60%; }}
.sheet {{ background: {PANEL}; border: round {LINE}; border-title-color: {BRASS}; border-title-style: bold;
  border-subtitle-color: {TEXT_3}; padding: 0 1; width: 94%; max-width: 110; height: 90%; }}
.note {{ height: auto; color: {TEXT_3}; padding: 0 0 1 0; }}
.small-sheet {{ height: auto; width: auto; }}
.hands-sheet {{ width: auto; height: auto; padding: 0 2 1 2; }}
DataTable {{ background: {PANEL}; height: 1fr; }}
DataTable > .datatable--header {{ background: {RAISED}; color: {TEXT_2}; text-style: none; }}
DataTable > .datatable--cursor {{ background: {BRASS}; color: {ON_BRASS}; }}
DataTable > .datatable--hover {{ background: {LINE}; }}
.sheet VerticalScroll, DataTable {{ scrollbar-size-vertical: 1; scrollbar-color: {LINE}; scrollbar-background: {PANEL};
  scrollbar-color-hover: {TEXT_3}; scrollbar-background-hover: {PANEL}; scrollbar-color-active: {BRASS};
  scrollbar-background-active: {PANEL}; }}
#odds {{ height: auto; }}
#paper {{ height: auto; background: {SHEET}; padding: 0 1; margin-bottom: 1; }}
Input {{ background: {SUNK}; border: none; height: 1; margin-bottom: 1; padding: 0 1; }}
#cards {{ layout: horizontal; width: auto; height: auto; }}
PeelCard {{ width: 17; height: 11; margin: 0 1; }}
#hint {{ width: auto; color: {TEXT_3}; height: auto; padding: 1 0 0 0; }}
#stack {{ width: 70; height: 4; }}
"""
