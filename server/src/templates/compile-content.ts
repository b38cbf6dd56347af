import { linkWayOut, marketingText, stopWayOut } from '@honbu/contract/marketing-text.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import type { Channel } from '@honbu/contract/templates.ts'
import { sql } from 'kysely'
import type { Liquid } from 'liquidjs'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { fieldsUsed } from './fields-used.ts'
import { imagesOf } from './images.ts'
import { type Letter, letterOf, type Outside, words } from './letter.ts'
import { page } from './letter-styles.ts'
import { linkIn } from './links.ts'
import { htmlEngine, LanguageError, type Parsed, parse, plainLine, textEngine, write } from './liquid.ts'
import type { MergeValues } from './merge-values.ts'

/** What a message is made of. */
export interface Content {
  readonly channel: Channel
  /** Empty for a text message. */
  readonly subject: string
  /** Of an e-mail: HTML of the editor; of a text message: its text. Both with merge fields, in Liquid. */
  readonly body: string
  readonly layoutId: number | null
}

export interface Compiled {
  /** Names of the merge fields that have to be known to write it. */
  readonly fields: readonly string[]
  /** Those of them that leave a hole where they are empty: no default, no condition. */
  readonly needed: readonly string[]
  /**
   * The message for one who gets it. Pure, and cut off when it goes on too long.
   * @throws Refused 409 when it is cut off
   */
  readonly render: (values: MergeValues) => Rendered
}

export interface Rendered {
  /** One line; empty for a text message. */
  readonly subject: string
  /** A whole page; null for a text message. */
  readonly html: string | null
  readonly text: string
}

export interface CompileOptions {
  /** Where the product is found, `https://host/base`: images are shown from there. */
  readonly address: string
  /** A marketing message without a way to unsubscribe gets one below, a text the club's name too. Left out: service. */
  readonly purpose?: 'marketing' | 'service'
  /** Whether people can answer a text; left out: no. */
  readonly takesReplies?: boolean
  /** A layout as it is being written, instead of one that is kept. */
  readonly layout?: LayoutText | null
}

export interface LayoutText {
  readonly header: string
  readonly footer: string
}

/**
 * Reads what a message is made of, once for everyone who gets it.
 * @throws Refused 400 with `fields` (subject, body, layoutId) for what could not be sent: a mistake in the language, a
 * field that is none, an image or a link of another club
 */
export async function compileContent(
  db: Db,
  clubId: number,
  content: Content,
  options: CompileOptions,
): Promise<Compiled> {
  const { address, purpose = 'service', layout } = options
  if (content.channel === 'sms') return compileSms(content, options)
  const { header, footer } = layout ?? (await layoutOf(db, clubId, content.layoutId))
  const images = await imagesOf(db, clubId, [header, content.body, footer])
  const outside: Outside = {
    link: href => linkIn(href, { address, images }),
    image: src => {
      const image = images.get(src)
      if (!image) throw new LanguageError('There is an image that was not uploaded by this club or one above it.')
      return { ...image, address: `${address}/${src}` }
    },
  }
  const problems = gatherProblems()
  const subject = problems.inField('subject', () => readSource(textEngine, content.subject))
  const letter = (field: string, html: string): Letter =>
    problems.inField(field, () => readLetter(html, outside)) ?? { html: '', text: '' }
  const parts = [letter('layoutId', header), letter('body', content.body), letter('layoutId', footer)] as const
  problems.refuse()
  const [top, body, bottom] = withWayOut(parts, purpose, outside)
  const html = page({ header: top.html, body: body.html, footer: bottom.html, title: words(content.subject).html })
  const text = [top.text, body.text, bottom.text].filter(part => part !== '').join('\n\n')
  // Each part has few enough fields; all of them together may not.
  const whole = problems.inField('body', () => ({ html: parse(htmlEngine, html), text: parse(textEngine, text) }))
  problems.refuse()
  const writers = { subject: subject?.parsed ?? [], html: whole?.html ?? [], text: whole?.text ?? [] }
  const used = [subject, fieldsUsed(htmlEngine, html)].filter(each => each !== undefined)
  return tested({
    fields: [...new Set(used.flatMap(each => each.fields))],
    needed: [...new Set(used.flatMap(each => each.needed))],
    render: values =>
      writing(() => {
        const scope = scopeOf(values)
        return {
          subject: plainLine(write(textEngine, writers.subject, scope)),
          html: write(htmlEngine, writers.html, scope),
          text: `${tidy(write(textEngine, writers.text, scope))}\n`,
        }
      }),
  })
}

function compileSms(content: Content, { purpose, takesReplies = false }: CompileOptions): Compiled {
  const problems = gatherProblems()
  const source = problems.inField('body', () => readSource(textEngine, content.body))
  problems.refuse()
  const { parsed = [], fields = [] } = source ?? {}
  return tested({
    fields: purpose === 'marketing' ? [...new Set([...fields, 'club.name', 'links.unsubscribe'])] : fields,
    needed: source?.needed ?? [],
    render: values =>
      writing(() => {
        const text = tidy(write(textEngine, parsed, scopeOf(values)))
        const sender = {
          clubName: values['club.name'] ?? '',
          wayOut: smsWayOut(takesReplies, values['links.unsubscribe']),
        }
        return { subject: '', html: null, text: purpose === 'marketing' ? marketingText(text, sender) : text }
      }),
  })
}

/** A person in staff has no link, and needs none. */
const smsWayOut = (takesReplies: boolean, link: string | null | undefined) => {
  if (!link) return ''
  return takesReplies ? stopWayOut : linkWayOut(link)
}

/** Blank lines where conditions stood. */
const tidy = (text: string) =>
  text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

function readSource(engine: Liquid, source: string) {
  const parsed: Parsed = parse(engine, source)
  const used = fieldsUsed(engine, source)
  if (used.problems.length > 0) throw new Several(used.problems)
  return { parsed, ...used }
}

function readLetter(html: string, outside: Outside): Letter {
  const letter = letterOf(html, outside)
  readSource(htmlEngine, letter.html)
  return letter
}

/** The law asks for a way out of every marketing message (PECR, regulation 22). */
function withWayOut([top, body, bottom]: readonly [Letter, Letter, Letter], purpose: string, outside: Outside) {
  const isThere = [top, body, bottom].some(({ html }) => /links\.(unsubscribe|preferences)/.test(html))
  if (purpose !== 'marketing' || isThere) return [top, body, bottom] as const
  const line = letterOf(wayOut, outside)
  const below = { html: bottom.html + line.html, text: [bottom.text, line.text].filter(Boolean).join('\n\n') }
  return [top, body, below] as const
}

const wayOut =
  '<p>You get this because you agreed to hear from {{ club.name }}. ' +
  '<a href="{{ links.unsubscribe }}">Unsubscribe</a></p>'

/** A mistake that shows only when it is written shows here, before anything is sent. */
function tested(compiled: Compiled): Compiled {
  const examples = Object.fromEntries(compiled.fields.map(name => [name, mergeField(name)?.example ?? '']))
  for (const values of [examples, {}])
    try {
      compiled.render(values)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      throw new Refused(400, error.message, { body: [error.message] })
    }
  return compiled
}

function writing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LanguageError) throw new Refused(409, error.message)
    throw error
  }
}

/** `member.firstName` as the language looks for it. Nothing, rather than an empty text, is what a condition takes for no. */
function scopeOf(values: MergeValues): object {
  const scope: Record<string, Record<string, string | null>> = Object.create(null)
  for (const [name, value] of Object.entries(values)) {
    const [group = '', field = ''] = name.split('.')
    const fields = scope[group] ?? Object.create(null)
    fields[field] = value === '' ? null : value
    scope[group] = fields
  }
  return scope
}

class Several extends LanguageError {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join(' '))
    this.problems = problems
  }
}

/** What is wrong, by the field in which it is, all of it at once. */
function gatherProblems() {
  const found = new Map<string, Set<string>>()
  return {
    inField<T>(field: string, work: () => T): T | undefined {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof LanguageError)) throw error
        const problems = error instanceof Several ? error.problems : [error.message]
        found.set(field, new Set([...(found.get(field) ?? []), ...problems]))
        return undefined
      }
    },
    refuse(): void {
      const [first] = [...found.values()].flatMap(each => [...each])
      if (!first) return
      const fields = Object.fromEntries([...found].map(([field, problems]) => [field, [...problems]]))
      throw new Refused(400, first, fields)
    },
  }
}

async function layoutOf(db: Db, clubId: number, layoutId: number | null): Promise<LayoutText> {
  if (layoutId === null) return { header: '', footer: '' }
  const { rows } = await sqlLayout(db, clubId, layoutId)
  const [layout] = rows
  const message = 'This layout is of another club, or deleted.'
  if (!layout) throw new Refused(400, message, { layoutId: [message] })
  return layout
}

const sqlLayout = (db: Db, clubId: number, layoutId: number) =>
  sql<LayoutText>`
    select header, footer from message_layout
    join club_and_above(${clubId}) above on above.club_id = message_layout.club_id
    where message_layout.id = ${layoutId}`.execute(db)
