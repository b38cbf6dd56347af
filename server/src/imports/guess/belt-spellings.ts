/** Shorthand that instructors use for a colour, and numbers in words. */
const shorthand: Readonly<Record<string, string>> = {
  wht: 'white',
  wh: 'white',
  yel: 'yellow',
  ylw: 'yellow',
  org: 'orange',
  orng: 'orange',
  grn: 'green',
  blu: 'blue',
  pur: 'purple',
  purp: 'purple',
  brn: 'brown',
  bwn: 'brown',
  blk: 'black',
  gray: 'grey',
  gry: 'grey',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
}

/** Different words for one kind of rank. */
const ranks: Readonly<Record<string, string>> = {
  kyu: 'kyu',
  kyus: 'kyu',
  ky: 'kyu',
  k: 'kyu',
  kup: 'kup',
  gup: 'kup',
  geup: 'kup',
  dan: 'dan',
  degree: 'dan',
  duan: 'dan',
  mon: 'mon',
  mons: 'mon',
  poom: 'poom',
}

const japaneseNumbers: readonly (readonly string[])[] = [
  ['sho', 'ik', 'ichi'],
  ['ni'],
  ['san'],
  ['yon', 'yo'],
  ['go'],
  ['rok', 'roku'],
  ['nana', 'shichi'],
  ['hachi', 'hak'],
  ['ku'],
  ['ju', 'juk'],
]

/** Shodan, sankyu. */
const japanese = new Map<string, readonly string[]>(
  japaneseNumbers.flatMap((words, index) =>
    words.flatMap((word): [string, readonly string[]][] => [
      [`${word}dan`, ['dan', String(index + 1)]],
      [`${word}kyu`, ['kyu', String(index + 1)]],
    ]),
  ),
)

/** Tape on a belt: 'Blue with a white tip' and 'Blue/White tip' are one. */
const tips = new Set([
  'tip',
  'tips',
  'tag',
  'tags',
  'tab',
  'tabs',
  'tape',
  'tapes',
  'stripe',
  'stripes',
  'stp',
  'bar',
  'bars',
])

const noise = new Set(['belt', 'belts', 'grade', 'rank', 'level', 'with', 'and', 'a', 'the'])

/** A belt as it is compared, whatever its spelling: its whole words, its rank and its colours. */
export interface Spelling {
  /** 'yellow kyu 8', 'white tip 2'. */
  readonly whole: string
  /** 'kyu 8'; empty without one. */
  readonly rank: string
  /** What is left without the rank: 'yellow'. */
  readonly colour: string
}

/** '7 KYU', '8.Kyu', 'Shodan', '1. Dan', 'Blue/White tip', 'White, 2 stripes', 'white ||'. */
export function spellingOf(belt: string): Spelling {
  const words = wordsOf(belt)
  const rankAt = words.findIndex(word => Object.values(ranks).includes(word))
  const numberAt = [rankAt - 1, rankAt + 1].find(place => /^\d+$/.test(words[place] ?? '')) ?? -1
  const hasRank = rankAt >= 0 && numberAt >= 0
  const rank = hasRank ? `${words[rankAt]} ${words[numberAt]}` : ''
  const rest = hasRank ? words.filter((_, place) => place !== rankAt && place !== numberAt) : words
  const colour = tipsLast(rest)
  return { whole: [colour, rank].filter(part => part !== '').join(' '), rank, colour }
}

function wordsOf(belt: string): string[] {
  let bars = 0
  while (belt.at(-1 - bars) === '|') bars++
  const text = bars > 0 ? `${belt.slice(0, -bars)} ${bars} stripes` : belt
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/g, ' ')
    .replaceAll(/(\d)(?=\p{L})|(\p{L})(?=\d)/gu, '$1$2 ')
    .split(/[^\p{L}\d/]+|(\/)/u)
    .filter(word => word !== undefined && word !== '')
    .map(word => shorthand[word] ?? word)
    .map(word => ranks[word] ?? word)
    .flatMap(word => japanese.get(word) ?? [word])
    .filter(word => !noise.has(word))
}

/** How many tips, and of which colour, come last: 'blue / white tip', '2 stripes white' and 'white 2 tips' are sorted. */
function tipsLast(words: readonly string[]): string {
  const place = words.findIndex(word => tips.has(word))
  if (place < 0) return words.join(' ')
  const rest = words.filter((word, at) => at !== place && word !== '/')
  const count = rest.find(word => /^\d+$/.test(word)) ?? ''
  const colours = rest.filter(word => !/^\d+$/.test(word))
  if (count === '0') return colours.join(' ')
  return [...colours, 'tip', count === '1' ? '' : count].filter(word => word !== '').join(' ')
}

const palette: Readonly<Record<string, string>> = {
  '#ffffff': 'white',
  '#8f959c': 'grey',
  '#f5d142': 'yellow',
  '#f08c2e': 'orange',
  '#c0392b': 'red',
  '#ff5a45': 'red',
  '#2e8b57': 'green',
  '#2f6fce': 'blue',
  '#7d4fa8': 'purple',
  '#7a4a2b': 'brown',
  '#1b1b1b': 'black',
  '#d4af37': 'gold',
}

interface Look {
  readonly colour: string
  readonly colourTwo: string | null
  readonly bars: number
  readonly barColour: string | null
}

/** How a belt of the ready-made ladders looks, in words as they are compared: 'purple', 'brown white tip 2'. */
export function looksOf({ colour, colourTwo, bars, barColour }: Look): string[] {
  const [one, two] = [palette[colour], colourTwo === null ? '' : palette[colourTwo]]
  if (one === undefined || two === undefined) return []
  const base = two === '' ? one : `${one} / ${two}`
  if (bars === 0) return [base]
  const tape = bars === 1 ? 'tip' : `tip ${bars}`
  const bar = barColour === null ? undefined : palette[barColour]
  return [`${base} ${tape}`, ...(bar ? [`${base} ${bar} ${tape}`] : [])]
}
