import { setImmediate } from 'node:timers/promises'
import { ageOn } from '@honbu/contract/calendar.ts'
import { categoryFor } from '@honbu/contract/category-ages.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { findLikelyDuplicates } from '../../members/index.ts'
import type { Db } from '../../platform/database.ts'
import type { Choices } from '../guess/choices.ts'
import type { Table } from '../guess/table.ts'
import { giveCodes } from './codes.ts'
import { planContacts, type WithContacts } from './contacts.ts'
import { differences } from './differences.ts'
import { isCreated, keyOf } from './digests.ts'
import { planFamilies } from './family-links.ts'
import { fullName, type KnownMember } from './known.ts'
import { knownDetails } from './known-details.ts'
import { type LineNotes, lineNotes } from './line-notes.ts'
import type { ListedMember } from './listed-member.ts'
import { type MatchedLine, matchMembers } from './match-members.ts'
import { mergeLines } from './merge-lines.ts'
import type { ChangedMember, EditedField, MemberPlan, NewMember, PlannedLine } from './plan.ts'
import { readMember } from './read-member.ts'
import { readRows } from './read-rows.ts'
import { tableReader } from './row-reader.ts'
import { contactWords, wordingOf, wordsOf } from './wording.ts'

export interface PlanOptions {
  readonly table: Table
  readonly mapping: ImportMapping
  readonly choices: Choices
  readonly tree: { readonly clubId: number; readonly rootClubId: number }
  readonly today: string
  /** The first code that nobody has. */
  readonly nextCode: number
}

/** What a list of members would do, line by line. Nothing is stored. */
export async function planMembers(db: Db, options: PlanOptions): Promise<MemberPlan> {
  const { table, mapping, choices, tree, today } = options
  const wording = wordingOf(choices)
  const notes = lineNotes()
  const { named, refused } = await readRows(table, tableReader(options), mapping)
  const rows = new Map(named.map(({ line, row }) => [line, row]))
  const list: ListedMember[] = []
  for (const [index, { line, name, row }] of named.entries()) {
    if (index % 200 === 199) await setImmediate()
    list.push(readMember(row, { ...name, line }, { mapping, plans: choices.plan, today }))
  }
  const contents = new Map(named.map(({ line, content }) => [line, content]))
  const contentOf = (line: number) => contents.get(line) ?? ''
  const found = await matchMembers(db, { ...tree, isOne: isOneOf(mapping), contentOf }, list)
  const matched = mergeLines(found, notes).map(match =>
    isNew(match) ? { ...match, listed: withCategory(match.listed, options) } : match,
  )
  const added = matched.filter(isNew)
  const codes = await giveCodes(
    db,
    added.map(({ listed }) => listed),
    { ...tree, next: options.nextCode },
  )
  for (const { line, code } of codes.refused) rows.get(line)?.tell('code', `${code} is taken: a new code is given`)
  const changed = await planChanges(db, matched, { options, notes })
  const namesakes = added.filter(({ namesake }) => namesake !== null)
  for (const { listed, namesake } of namesakes)
    notes.tell(
      listed.line,
      `Has the same name as ${namesake}, and nothing else in common: imported as another person`,
      'one',
    )
  for (const match of matched.filter(({ isByName }) => isByName))
    notes.tell(match.listed.line, 'Taken for the same person by the name alone', 'two')
  await tellLookAlikes(db, added, { rootClubId: tree.rootClubId, notes })

  const withContacts = [...added.map(newWithContacts), ...changed.flatMap(({ contacts }) => contacts)]
  const { planned: contacts, kept } = await planContacts(db, withContacts, { tree, added, today })
  for (const { line, listed } of kept)
    notes.tell(line, `${fullName(listed)} has another email or phone here. We keep what the member’s page says`)
  for (const { line, listed, person } of contacts) {
    const note = 'personId' in person ? ' (is known)' : 'line' in person ? ` (line ${person.line})` : ''
    notes.store(line, contactWords(listed, note))
  }
  const families = await planFamilies(db, { added, contacts, mapping, tree, today, notes })
  tellMinors(added, [...contacts, ...families.contacts], { today, notes })

  const changes = changed.flatMap(({ change }) => (change ? [change] : []))
  const changedLines = new Set(changes.map(({ line }) => line))
  const lines = matched.map((match): PlannedLine => {
    const { listed, sameAs, known } = match
    const { line } = listed
    const extra = notes.of(line)
    const name = fullName(listed)
    if (isNew(match)) {
      const stored = [...wordsOf(listed, codes.codes.get(line) ?? '', wording), ...extra.stored]
      const problems = [...(rows.get(line)?.problems ?? []), ...extra.problems]
      return { line, outcome: 'new', name, memberId: null, problems, stored }
    }
    const memberId = known?.memberId ?? null
    const isChanged = changedLines.has(line) || (known !== null && extra.stored.length > 0)
    const outcome = isChanged ? 'changed' : 'duplicate'
    const problems = isChanged
      ? [...(rows.get(line)?.problems ?? []), ...extra.problems]
      : [...(sameAs === null ? [{ column: '', text: whereIs(match) }] : []), ...extra.problems]
    const stored = [...(changes.find(change => change.line === line)?.stored ?? []), ...extra.stored]
    return { line, outcome, name, memberId, problems, stored: sameAs === null ? stored : [] }
  })
  return {
    kind: 'members',
    lines: [...refused, ...lines].sort((a, b) => a.line - b.line),
    added: added.map(
      ({ listed }): NewMember => ({ line: listed.line, code: codes.codes.get(listed.line) ?? '', listed }),
    ),
    changed: changes,
    contacts: [...contacts, ...families.contacts],
    links: families.links,
    edited: changed.flatMap(({ edited }) => edited),
    namesakes: namesakes.length,
    keptContacts: kept.length,
    merged: matched.filter(({ sameAs }) => sameAs !== null).length,
  }
}

const isNew = ({ sameAs, known }: MatchedLine) => sameAs === null && known === null

/** The category of their age, where the list says nothing. */
function withCategory(listed: ListedMember, { choices, today }: PlanOptions): ListedMember {
  return { ...listed, categoryId: listed.categoryId ?? categoryFor(choices.category, listed.dob, today)?.id ?? null }
}

function whereIs({ listed, known }: MatchedLine): string {
  const name = fullName(listed)
  const clubs = known?.clubNames.join(' and ') || 'these clubs'
  return `${name} is member ${known?.code} of ${clubs} already: not imported again`
}

interface Context {
  readonly options: PlanOptions
  readonly notes: LineNotes
}

/** Of those who are there: what the file would fill or change, and the contacts it names. */
async function planChanges(db: Db, matched: readonly MatchedLine[], { options, notes }: Context) {
  const { mapping, choices, tree, today } = options
  if (mapping.existing === 'skip' && mapping.enrolClassId === null) return []
  const here = matched.flatMap(({ listed, ways, sameAs, known }) =>
    sameAs === null && isHere(known) ? [{ listed, ways, known }] : [],
  )
  const wording = wordingOf(choices)
  const planned: { change: ChangedMember | null; contacts: WithContacts[]; edited: readonly EditedField[] }[] = []
  for (let from = 0; from < here.length; from += 1000) {
    const chunk = here.slice(from, from + 1000)
    const ids = chunk.map(({ known }) => known.memberId)
    const details = await knownDetails(db, tree.clubId, ids)
    for (const { listed, ways, known } of chunk) {
      const detail = details.get(known.memberId)
      if (!detail) continue
      const { existing: mode, enrolClassId } = mapping
      const { change, problems, edited } = differences(listed, known, detail, { mode, wording, today, enrolClassId })
      for (const { text } of problems) notes.tell(listed.line, text)
      const { memberId, personId } = known
      const digests = detail.imported?.digests ?? {}
      const listedContacts = mode === 'correct' && !isCreated(digests) ? [] : listed.contacts
      const stored = new Set(listedContacts.filter(contact => digests[keyOf.contact(fullName(contact))] !== undefined))
      const person = { who: { memberId }, personId, line: listed.line, ways, listed: listedContacts }
      const contacts = mode === 'skip' ? [] : [{ ...person, known: detail.contacts, stored }]
      planned.push({ change, contacts, edited })
    }
  }
  return planned
}

const isHere = (known: KnownMember | null): known is KnownMember & { readonly clubMemberId: number } =>
  known !== null && known.clubMemberId !== null

const newWithContacts = ({ listed, ways }: MatchedLine): WithContacts => ({
  who: { line: listed.line },
  personId: null,
  line: listed.line,
  ways,
  listed: listed.contacts,
  known: [],
  stored: new Set(),
})

const byWords = { nameAndDob: 'name and date of birth', email: 'e-mail', phone: 'phone' } as const

/** Members who may be the same person under another name: they are pointed out, and imported. */
async function tellLookAlikes(
  db: Db,
  added: readonly MatchedLine[],
  { rootClubId, notes }: { rootClubId: number; notes: LineNotes },
) {
  for (let from = 0; from < added.length; from += 500) {
    const chunk = added.slice(from, from + 500).map(({ listed }) => listed)
    const people = chunk.map(({ firstName, lastName, dob, email, mobile, phoneDay, phoneEve }) => ({
      ...{ firstName, lastName, dob, email },
      phones: [mobile, phoneDay, phoneEve],
    }))
    const found = await findLikelyDuplicates(db, rootClubId, people)
    for (const [index, duplicates] of found.entries()) {
      const [likely] = duplicates.filter(({ isLikely }) => isLikely)
      const line = chunk[index]?.line
      if (!likely || line === undefined) continue
      const same = likely.sameBy.map(by => byWords[by]).join(' and ')
      notes.tell(
        line,
        `May be ${fullName(likely)} [${likely.code}], who has the same ${same}: imported as somebody new`,
      )
    }
  }
}

function tellMinors(
  added: readonly MatchedLine[],
  contacts: readonly { readonly of: object; readonly isGuardian: boolean }[],
  { today, notes }: { today: string; notes: LineNotes },
) {
  const guarded = new Set(contacts.flatMap(({ of, isGuardian }) => (isGuardian && 'line' in of ? [of.line] : [])))
  for (const { listed } of added)
    if (listed.dob !== null && ageOn(listed.dob, today) < 18 && !guarded.has(listed.line))
      notes.tell(listed.line, 'Is under 18, and no parent or guardian is named')
}

/** Whether a line is the same person as another of whom it has the name alone: as chosen for the file, or for the line. */
function isOneOf({ sameNames, otherNames }: ImportMapping): (line: number) => boolean {
  const others = new Set(otherNames)
  return line => (sameNames === 'one') !== others.has(line)
}
