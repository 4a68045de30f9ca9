"""Watch a floor: its tables, and the results of coups at one of them. Watching needs no account.

python examples/watch_a_floor.py http://127.0.0.1:8080 MB-7
"""

import asyncio
import sys

import punto


async def watch(url: str, name: str, coups: int) -> None:
    """Print the lobby, then the next few results of a table."""
    async with punto.connect(url) as floor:
        for each in await floor.tables():
            print(f"{each['table']}: {each['phase']}")
        async with floor.table(name, listen=True) as table:
            async for message in table:
                for event in message.body["events"] if message.kind == "events" else ():
                    if event["event"].startswith("coup-settled/"):
                        print(f"coup {event['coup']}: {event['call']}")
                        coups -= 1
                if coups <= 0:
                    return


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("say which floor and which table: watch_a_floor.py http://127.0.0.1:8080 MB-7")
    asyncio.run(watch(sys.argv[1], sys.argv[2], coups=3))
