/**
 * What goes over the line, as docs/protocol.md has it. Types only: nothing here runs.
 *
 * @typedef {"B" | "P" | "T"} Outcome
 * @typedef {{outcome: Outcome, natural?: boolean, "player-pair"?: boolean, "banker-pair"?: boolean, bonus?: string, player?: number, banker?: number, coup?: number}} Past
 * @typedef {{hole: string, places?: string[], least?: number, most?: number, usual?: number, unit?: number, of?: string[], "by-keeper"?: boolean}} Hole
 * @typedef {{do: string, by: string, what?: string, seat?: number, must?: boolean, section?: string, step?: string, how?: string,
 *   command?: string, given?: Record<string, string | number>, holes?: Record<string, Hole>}} Act
 * @typedef {{who: string, post: string, since: number, leaving?: boolean}} Post
 * @typedef {{seat: number, taken?: boolean, who?: string, chips?: number, you?: boolean, stakes: Record<string, number>, owes?: number, lit?: boolean, coupons?: Record<string, number>, verbal?: Record<string, number>}} Seat
 * @typedef {{kind?: string, place?: string, face?: string | null}} Trouble
 * @typedef {{commitment?: string, listed?: number, again?: number, round?: number, signature?: string}} Fair
 * @typedef {{table: string, version: number, phase: string, shoe: number, coup: number, number: number, kind: string, cover: string,
 *   left: number, due: Act[], places: Record<string, string | null>, seats: Seat[], curator: number | null,
 *   squeezers: Record<string, number>, trouble: Trouble | null, carried: number, outcomes: Past[], fair: Fair | null,
 *   meters: Record<string, number>, exposed: string, agenda: string[] | null, settled: Settled | null, previous: Previous | null, chosen: Record<string, string>,
 *   held: Record<string, string>, rides: string, metered: string, named: Record<string, string>,
 *   posted: boolean, posts: Post[], vacant: string[]}} Picture
 * @typedef {{seat: number, wager: string, category: string, stake: number, verdict?: string, paid?: number, vigorish?: number,
 *   marked?: number, coupon?: number, section?: string}} Line
 * @typedef {{coup: number, player: number, banker: number, winner: string, call: string, section: string, lines: Line[],
 *   collected: boolean, paid: number[], early: Line[], awards?: {seat: number, meter: string, cents: number}[]}} Settled
 * @typedef {{places: Record<string, string | null>, player: number, banker: number, winner: string}} Previous
 * @typedef {{event: string, section?: string, postings?: [string, string, number, string][], [field: string]: any}} Happened
 * @typedef {{key: string, titles: Record<string, string>, pays: string, main: boolean, hand: string, side: string, rides: boolean,
 *   metered: boolean, forOne: boolean, vigorish: boolean, least: number, most: number, section: string,
 *   needs: string[], results: {category: string, pays: string}[]}} Wager
 * @typedef {{table: string, titles: Record<string, string>, rulebook: string, source: string, felt: string, seats: number, decks: number,
 *   squeeze: boolean, curator: boolean, ez: boolean, virtual: boolean, continuous: boolean, freeHands: boolean, matchPlay: boolean,
 *   seconds: number, smallest: number, vigorish: {rate: string, when: string} | null, wagers: Wager[],
 *   combinations: Record<string, string[][]>, causes: string[], digest: string}} Rules
 */
export {};
