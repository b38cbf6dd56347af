import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { leftOutNames } from './charging.ts'
import { ask, get, id, post, queryInt } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, importBatch, klass, treeDiscipline, treePlan } from './guards.ts'
import { memberStatus } from './ids.ts'
import { importFieldNames, importKinds, importValueKinds } from './import-fields.ts'
import { ImportFindings } from './import-findings.ts'
import { written } from './written.ts'

/** A file may have this many bytes, and a list this many lines below its headings. */
export const importLimits = { bytes: 10_000_000, lines: 50_000, columns: 200 } as const

/** uploaded → checking → checked → importing → imported → undoing → undone; failed: nothing was stored. */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const importEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export const importDelimiters = [',', ';', '\t', '|'] as const

/** How the file is read; what is null is found out from the file. */
const readingFields = {
  /** The name of the sheet of a workbook, space around it included. */
  sheet: z.nullable(z.string().check(z.maxLength(200))),
  encoding: z.nullable(z.enum(importEncodings)),
  delimiter: z.nullable(z.enum(importDelimiters)),
  /** The line of the headings; 0: there are none. */
  headerLine: z.nullable(z.int().check(z.gte(0), z.lte(importLimits.lines))),
}
export const ImportReading = z.object(readingFields)
export type ImportReading = z.infer<typeof ImportReading>

/** What is done with members who are there already. */
export const importExisting = ['correct', 'skip', 'fill', 'overwrite'] as const

export const importBalances = ['note', 'owed', 'credit'] as const

const ImportColumn = z.object({
  /** Of the column, from 0. */
  place: z.int().check(z.gte(0), z.lt(importLimits.columns)),
  field: z.nullable(z.enum(importFieldNames)),
  /** For dates in figures: 5/11 is 5 November (dmy) or 11 May (mdy). */
  dateOrder: z._default(z.enum(['dmy', 'mdy']), 'dmy'),
  /** Someone has decided to leave it out. */
  isLeftOut: z._default(z.boolean(), false),
})

const ImportValue = z.object({
  of: z.enum(importValueKinds),
  text: z.string().check(z.maxLength(5000)),
  /** The id of the grade, status, plan, …; of a result 1 for passed, 0 for failed. Null: left out. */
  means: z.nullable(z.int().check(z.nonnegative())),
})

/** What is agreed with members of whom the file doesn't say it; null: nothing. */
export const ImportTerms = z.object({
  trainingPlanId: z.nullable(id),
  subFrequencyId: z.nullable(z.int()),
  paymentMethodId: z.nullable(z.int()),
  nextPayment: z.nullable(date),
})
export type ImportTerms = z.infer<typeof ImportTerms>

export const noTerms: ImportTerms = {
  ...{ trainingPlanId: null, subFrequencyId: null, paymentMethodId: null, nextPayment: null },
}

const mappingFields = {
  kind: z.enum(importKinds),
  columns: z.array(ImportColumn).check(z.maxLength(importLimits.columns)),
  /** How a name in one cell is written when it has no comma. */
  nameOrder: z.enum(['firstLast', 'lastFirst']),
  /** Whose grades the belts are, where a cell names no discipline itself. */
  disciplineId: z.nullable(id),
  values: z.array(ImportValue).check(z.maxLength(5000)),
  /** The status of everybody, where the file has no column for it. */
  defaultStatusId: z
    .int()
    .check(z.refine(id => Object.values<number>(memberStatus).includes(id), { error: 'Should be a status.' })),
  existing: z.enum(importExisting),
  /** Of two with one name and nothing else to compare by: two people, or one. */
  sameNames: z._default(z.enum(['two', 'one']), 'two'),
  /** Lines for which it is the other way round. */
  otherNames: z._default(z.array(z.int()).check(z.maxLength(5000)), []),
  /** How a balance counts: a note, or an opening balance of which a plus is owed, or in credit. */
  balances: z._default(z.enum(importBalances), 'note'),
  /** Members with one e-mail address are linked with each other. */
  linkFamilies: z.boolean(),
  /** A grown-up with the e-mail address of a child becomes its guardian, where none is named. */
  adultsAreGuardians: z.boolean(),
  /** The class on whose register all active members of the file go. */
  enrolClassId: z.nullable(id),
  terms: z._default(ImportTerms, noTerms),
}
/** What the columns and the texts in them mean. */
export const ImportMapping = z.object(mappingFields)
export type ImportMapping = z.infer<typeof ImportMapping>

/** What the members of a file would be charged, by the rules that charge them. */
export const ImportBilling = z.object({
  /** In the club, when it was found out. */
  today: date,
  /** Members with something to pay, and what their first charges come to in pounds. */
  members: z.int(),
  amount: z.number(),
  /** The first day on which anything is due; null: nothing is. */
  firstOn: z.nullable(date),
  /** Current members who wouldn't be charged. */
  leftOut: z.array(
    z.object({ reason: z.enum([...leftOutNames, 'noPlan']), members: z.int(), names: z.array(z.string()) }),
  ),
})

const Counts = z.object({
  /** Lines by what becomes of them. */
  new: z.int(),
  changed: z.int(),
  duplicate: z.int(),
  refused: z.int(),
  /** Lines with something to look at. */
  withProblems: z.int(),
})

const ImportSummary = z.object({
  importId: id,
  clubId: id,
  fileName: z.string(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  /** ISO 8601, UTC, as all instants here. */
  createdAt: z.string(),
  importedAt: z.nullable(z.string()),
  /** Until when it can be undone; null when it cannot. */
  undoUntil: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  /** Full name; empty for the command line. */
  by: z.string(),
  counts: Counts,
})

export const getImports = get('/api/club/GetImports/:id', {
  summary: "A club's imports, the latest first; at most 50.",
  access: admin(club('id')),
  output: z.array(ImportSummary),
})

export const uploadImport = post('/api/club/UploadImport/:id', {
  summary:
    'Takes a CSV or XLSX file of members or gradings, at most 10 MB and 50,000 lines, and guesses what its columns mean. ' +
    'Nothing is imported yet.',
  access: admin(club('id')),
  mostBytes: 14_000_000,
  input: {
    fileName: written(200).check(z.minLength(1)),
    base64: z.string().check(z.maxLength(13_400_000, { error: 'The file should have at most 10 MB.' })),
  },
  output: z.object({ importId: id }),
})

export const getImport = get('/api/club/GetImport/:id', {
  summary: 'An import: how it is read, what its columns mean, how far it is and what became of its lines.',
  access: admin(importBatch('id')),
  output: z.extend(ImportSummary, {
    clubName: z.string(),
    reading: ImportReading,
    mapping: ImportMapping,
    /** Once it is checked; null for a list of gradings, or before. */
    billing: z.nullable(ImportBilling),
    /** Once it is checked; null for a list of gradings, or before. */
    findings: z.nullable(ImportFindings),
    /** Opening balances that an undo has reversed: their entries stay. */
    reversedBalances: z.int(),
    /** Members whom an undo has left as they were. */
    undoLeft: z.array(z.object({ memberId: id, name: z.string(), code: z.string(), why: z.string() })),
    /** While it is checked, imported or undone: steps done, of how many. */
    progress: z.object({ done: z.int(), total: z.int(), isStuck: z.boolean() }),
    /** Why it failed, in words for a person; empty when it did not. */
    failure: z.string(),
    /** The file is there still: for a day after the import, or until it is thrown away. */
    hasFile: z.boolean(),
  }),
})

const Choice = z.object({ id: z.int(), name: z.string() })

export const getImportFile = get('/api/club/GetImportFile/:id', {
  summary: 'What stands in the file of an import: its sheets, headings, samples and the texts that have to be matched.',
  access: admin(importBatch('id')),
  output: z.object({
    sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
    /** As it was read in the end; a workbook has no encoding and no delimiter. */
    isWorkbook: z.boolean(),
    sheet: z.nullable(z.string()),
    encoding: z.nullable(z.enum(importEncodings)),
    delimiter: z.nullable(z.enum(importDelimiters)),
    headerLine: z.int(),
    /** Lines below the headings that are not empty. */
    lines: z.int(),
    /** The first lines as they stand there, to find the headings in. */
    begin: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
    columns: z.array(
      z.object({
        place: z.int(),
        /** 'A', as spreadsheets call it. */
        letter: z.string(),
        heading: z.string(),
        /** A few different ones. */
        samples: z.array(z.string()),
        filled: z.int(),
        /** What its dates in figures say of their order; null where there are none. */
        dateOrder: z.nullable(z.object({ guess: z.enum(['dmy', 'mdy']), isCertain: z.boolean(), because: z.string() })),
        /** Why 12,50 in it is read as 12.50; null where it isn't. */
        decimalComma: z.nullable(z.string()),
      }),
    ),
    /** The different texts of each column, as far as there are few enough to be matched. */
    texts: z.array(
      z.object({
        place: z.int(),
        texts: z.array(z.object({ text: z.string(), lines: z.int() })),
      }),
    ),
    /** What texts can be matched to, by kind. A grade is named with its discipline. */
    choices: z.record(z.enum(importValueKinds), z.array(Choice)),
    disciplines: z.array(Choice),
  }),
})

export const saveImportReading = post('/api/club/SaveImportReading/:id', {
  summary:
    'Reads the file of an import in another way (sheet, encoding, delimiter, line of headings) and guesses anew.',
  access: admin(importBatch('id')),
  input: readingFields,
  output: z.object({ importId: id }),
})

export const guessImport = get('/api/club/GuessImport/:id', {
  summary: 'What the columns and texts of an import most likely mean, by their headings and by what stands in them.',
  access: [admin(importBatch('id')), treeDiscipline('disciplineId')],
  input: {
    /** Whose grades the belts are; left out: the discipline that most classes teach. */
    disciplineId: z.optional(queryInt.check(z.gte(1))),
  },
  output: ImportMapping,
})

export const checkImport = post('/api/club/CheckImport/:id', {
  summary: 'Keeps what the columns mean, and finds out line by line what an import would do. Nothing is stored of it.',
  access: [
    admin(importBatch('id')),
    treeDiscipline('disciplineId'),
    klass('enrolClassId'),
    treePlan('terms.trainingPlanId'),
  ],
  input: mappingFields,
  output: z.object({ importId: id }),
})

export const importOutcomes = ['new', 'changed', 'duplicate', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const outcomeTexts: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  changed: 'Changed',
  duplicate: 'Already there',
  refused: 'Refused',
}

export const importLineColumns = columns({
  line: { type: 'number', title: 'Line' },
  outcome: {
    type: 'string',
    title: 'What happens',
    choices: importOutcomes.map(value => ({ value, text: outcomeTexts[value] })),
  },
  name: { type: 'string', title: 'Name' },
  problemCount: { type: 'number', title: 'To look at' },
})

const ImportLine = z.object({
  line: z.int(),
  outcome: z.enum(importOutcomes),
  name: z.string(),
  /** Who it is, or was made; null where there is nobody yet. */
  memberId: z.nullable(id),
  problemCount: z.int(),
  problems: z.array(
    z.object({
      /** The heading of the column; empty where it is about the whole line. */
      column: z.string(),
      text: z.string(),
      /** What the user can choose instead of that: the line is the same person, or another. */
      choice: z.optional(z.enum(['one', 'two'])),
    }),
  ),
  /** What is stored: of a changed member with what was there before (null: nothing). */
  stored: z.array(z.object({ title: z.string(), before: z.nullable(z.string()), after: z.string() })),
})

export const getImportLines = ask('/api/club/GetImportLines/:id', {
  summary: 'What an import does, or did, with each line of its file, as a grid.',
  access: admin(importBatch('id')),
  input: gridInput,
  output: gridPage(ImportLine),
})

export const runImport = post('/api/club/RunImport/:id', {
  summary: 'Imports what was checked: all of it or, when anything fails, nothing.',
  access: admin(importBatch('id')),
  output: z.object({ importId: id }),
})

export const getImportUndo = get('/api/club/GetImportUndo/:id', {
  summary: 'Which members of an import have been worked with since, and so would not be undone.',
  access: admin(importBatch('id')),
  output: z.object({
    /** How many members the import made or changed. */
    members: z.int(),
    workedWith: z.array(z.object({ memberId: id, name: z.string(), code: z.string(), why: z.string() })),
  }),
})

export const undoImport = post('/api/club/UndoImport/:id', {
  summary:
    'Takes away what an import made and restores what it changed, within 24 hours. Refused while members have been worked ' +
    'with since, unless those are to be left as they are.',
  access: admin(importBatch('id')),
  input: { leaveWorkedWith: z.boolean() },
  output: z.object({ importId: id }),
})

export const deleteImport = post('/api/club/DeleteImport/:id', {
  summary: 'Throws away a file that was not imported, or the record of an import that can no longer be undone.',
  access: admin(importBatch('id')),
  output: z.object({ importId: id }),
})
