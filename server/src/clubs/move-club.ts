import { sql, type Transaction } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import { moveMarketingSources, moveNotInterestedReasons } from '../settings/index.ts'
import { joinStoppedAddresses, movedStops } from './move-stopped-addresses.ts'

/** Moves are rare and lock whole trees: one at a time, before anything else is locked. */
export async function lockMoves(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('honbu move club', 0))`.execute(tx)
}

interface Move {
  readonly clubId: number
  readonly parentClubId: number | null
}

/**
 * Puts a club, with all below it, under another one, or under none. In another tree every row of these clubs gets the
 * other root; the composite foreign keys wait until all have it, and refuse the move when something would then be shared
 * by both trees. A member's code that is taken there gets the club's own code added.
 * @throws Refused 409 with what stands against it
 */
export async function moveClub(tx: Transaction<Tables>, { clubId, parentClubId }: Move): Promise<void> {
  const trees = await treesOf(tx, [clubId, parentClubId ?? clubId])
  const club = trees.find(each => each.id === clubId)
  const parent = trees.find(each => each.id === parentClubId)
  if (!club) throw new Refused(404, `There is no club ${clubId}.`)
  const moved = within(trees, clubId)
  if (parent && moved.includes(parent.id)) throw refused(ancestorMessage(club.name, parent))

  const root = parent ? parent.rootId : clubId
  if (root === club.rootId && parent) {
    await tx.updateTable('club').set({ parent_club_id: parent.id }).where('id', '=', clubId).execute()
    return
  }
  await refuseTornMembers(tx, moved)
  await refuseTornFamilies(tx, moved)
  await refuseTornDisciplines(tx, moved)
  await refuseTornAccounts(tx, moved)
  const references = await treeReferences(tx)
  try {
    await sql`set constraints all deferred`.execute(tx)
    await tellApartCodes(tx, { moved, root, clubCode: club.code })
    await joinStoppedAddresses(tx, moved, root)
    await forgetReferrers(tx, moved)
    for (const { table, of } of await treeTables(tx))
      await sql`update ${sql.table(table)} set root_club_id = ${root} where ${of(moved)}`.execute(tx)
    await sql`
      update club set root_club_id = ${root},
        parent_club_id = case when id = ${clubId} then ${parentClubId}::bigint else parent_club_id end
      where id = any(${moved})`.execute(tx)
    await moveNotInterestedReasons(tx, { clubId, moved, wereAbove: above(trees, club) })
    await moveMarketingSources(tx, { clubId, moved, wereAbove: above(trees, club) })
    await sql`set constraints all immediate`.execute(tx)
  } catch (error) {
    throw reasonOf(error, references) ?? error
  }
}

const refused = (message: string) => new Refused(409, message, { parentClubId: [message] })

const ancestorMessage = (name: string, parent: Club) =>
  name === parent.name ? 'A club cannot be part of itself.' : `${parent.name} is itself a part of ${name}.`

interface Club {
  readonly id: number
  readonly parentId: number | null
  readonly rootId: number
  readonly name: string
  readonly code: string
}

/** All clubs of the trees that these are in, locked: nothing joins or leaves them meanwhile. */
async function treesOf(tx: Transaction<Tables>, clubIds: readonly number[]): Promise<Club[]> {
  const { rows } = await sql<Club>`
    select id, parent_club_id as "parentId", root_club_id as "rootId", name, code from club
    where root_club_id in (select root_club_id from club where id = any(${[...clubIds]}))
    order by id for update`.execute(tx)
  return rows
}

/** A club and all below it. */
function within(clubs: readonly Club[], id: number): number[] {
  return [id, ...clubs.filter(club => club.parentId === id).flatMap(child => within(clubs, child.id))]
}

/** The clubs above one. */
function above(clubs: readonly Club[], { parentId }: Club): number[] {
  const parent = clubs.find(each => each.id === parentId)
  return parent ? [parent.id, ...above(clubs, parent)] : []
}

async function refuseTornMembers(tx: Transaction<Tables>, moved: number[]) {
  const { rows } = await sql<{ label: string; total: number }>`
    select person.first_name || ' ' || person.last_name || ' [' || member.code || ']' as label, count(*) over () as total
    from member join person on person.id = member.person_id
    where exists (select from club_member where member_id = member.id and club_id = any(${moved}))
      and exists (select from club_member where member_id = member.id and club_id <> all(${moved}))
    order by person.last_name, member.id limit 1`.execute(tx)
  const [first] = rows
  if (!first) return
  const who = first.total === 1 ? `${first.label} has` : `${first.total} members (${first.label} is one) have`
  throw refused(`${who} memberships both here and in a club that stays behind.`)
}

/** A parent is one person for all of his children, and brothers are linked: they stay in one tree. */
async function refuseTornFamilies(tx: Transaction<Tables>, moved: number[]) {
  const { rows } = await sql<{ message: string }>`
    with side as (
      select member_id, bool_or(club_id = any(${moved})) as moves from club_member
      where root_club_id = (select root_club_id from club where id = ${moved[0]}) group by member_id
    )
    select trim(first_name || ' ' || last_name) || ' is a contact of members both here and in a club that stays behind.'
      as message
    from member_contact join side using (member_id) join person on person.id = member_contact.person_id
    group by person.id having count(distinct moves) = 2
    union all
    select trim(one.first_name || ' ' || one.last_name) || ' and ' || trim(other.first_name || ' ' || other.last_name)
      || ' are linked, and one of them stays behind.'
    from member_link
    join side on side.member_id = member_link.member_id
    join side far on far.member_id = member_link.linked_member_id and far.moves <> side.moves
    join member on member.id = member_link.member_id join person one on one.id = member.person_id
    join member mate on mate.id = member_link.linked_member_id join person other on other.id = mate.person_id
    order by 1 limit 1`.execute(tx)
  if (rows[0]) throw refused(rows[0].message)
}

/** The most usual tie: the head office's disciplines, taught or studied by its clubs. */
async function refuseTornDisciplines(tx: Transaction<Tables>, moved: number[]) {
  const { rows } = await sql<{ name: string; owner: string }>`
    select distinct discipline.name, club.name as owner from (
      select discipline_id, class.club_id = any(${moved}) as moves
      from class_discipline join class on class.id = class_discipline.class_id
      union
      select primary_discipline_id, club_id = any(${moved}) from class where primary_discipline_id is not null
      union
      select discipline_id, club_member.club_id = any(${moved})
      from member_discipline join club_member using (member_id)
    ) used
    join discipline on discipline.id = used.discipline_id
    join club on club.id = discipline.club_id
    where moves <> (discipline.club_id = any(${moved}))
    order by 2, 1 limit 5`.execute(tx)
  const [first] = rows
  if (!first) return
  const names = rows.map(row => row.name).join(', ')
  throw refused(`Classes and members on both sides share disciplines of ${first.owner}: ${names}.`)
}

/**
 * A mandate, a card and a payment belong for good to the account at the provider where they were made. Where that is the
 * account of a club that stays behind, or the other way round, nothing can be moved.
 */
async function refuseTornAccounts(tx: Transaction<Tables>, moved: number[]) {
  const { rows: tables } = await sql<{ table: string }>`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'provider_account'::regclass and exists (
      select from pg_attribute where attrelid = conrelid and attname = 'club_id')
    order by 1`.execute(tx)
  const used = tables.map(
    ({ table }) => sql`select distinct club_id, provider_account_id from ${sql.table(table)}
      where provider_account_id is not null`,
  )
  const { rows } = await sql<{ user: string; owner: string; provider: string }>`
    select club.name as user, owner.name as owner, account.provider
    from (${sql.join(used, sql` union `)}) used
    join provider_account account on account.id = used.provider_account_id
    join club on club.id = used.club_id
    join club owner on owner.id = account.club_id
    where (used.club_id = any(${moved})) <> (account.club_id = any(${moved}))
    order by account.provider, club.name limit 1`.execute(tx)
  const [first] = rows
  if (!first) return
  const provider = first.provider === 'stripe' ? 'Stripe' : 'GoCardless'
  throw refused(
    `${first.user} has collected by the ${provider} account of ${first.owner}. What was collected, direct debits and saved cards belong to that account and cannot leave it: clubs that share an account stay together.`,
  )
}

/** The members who move, as the foreign keys will see it: all whose memberships do. */
const movedMembers = (moved: number[]) => sql`(select member_id from club_member where club_id = any(${moved}))`

async function tellApartCodes(
  tx: Transaction<Tables>,
  { moved, root, clubCode }: { moved: number[]; root: number; clubCode: string },
) {
  await sql`
    update member set code = member.code || '-' || ${clubCode}
    where id in ${movedMembers(moved)}
      and exists (select from member there where there.root_club_id = ${root} and there.code = member.code)`.execute(tx)
}

/** Who was sent by a member on the other side of the move came by nobody's link: the code that was used still stands there. */
async function forgetReferrers(tx: Transaction<Tables>, moved: number[]) {
  await sql`
    update enquiry set referrer_id = null, reward_charge_id = null, reward_task_id = null
    where referrer_id is not null and (club_id = any(${moved})) <> (referrer_id in ${movedMembers(moved)})
      and root_club_id = (select root_club_id from club where id = ${moved[0]})`.execute(tx)
}

/** What says, in a table without a club_id, which of its rows belong to these clubs. */
const movedImports = (moved: number[]) => sql`(select id from import_batch where club_id = any(${moved}))`

const movedPlans = (moved: number[]) => sql`(select id from training_plan where club_id = any(${moved}))`

const ofClubs: Readonly<Record<string, (moved: number[]) => ReturnType<typeof sql>>> = {
  member: moved => sql`id in ${movedMembers(moved)}`,
  member_discipline: moved => sql`member_id in ${movedMembers(moved)}`,
  member_contact: moved => sql`member_id in ${movedMembers(moved)}`,
  member_merge: moved => sql`member_id in ${movedMembers(moved)}`,
  member_link: moved => sql`member_id in ${movedMembers(moved)}`,
  imported_mandate: moved => sql`member_id in ${movedMembers(moved)}`,
  import_line: moved => sql`import_batch_id in ${movedImports(moved)}`,
  import_change: moved => sql`import_batch_id in ${movedImports(moved)}`,
  grade: moved => sql`discipline_id in (select id from discipline where club_id = any(${moved}))`,
  training_plan_class: moved => sql`training_plan_id in ${movedPlans(moved)}`,
  training_plan_discipline: moved => sql`training_plan_id in ${movedPlans(moved)}`,
  training_plan_category: moved => sql`training_plan_id in ${movedPlans(moved)}`,
  undeliverable: movedStops,
  discount_choice: moved => sql`discount_id in (select id from discount where club_id = any(${moved}))`,
  class_discipline: moved => sql`class_id in (select id from class where club_id = any(${moved}))`,
}

/**
 * Every table that carries root_club_id, and which of its rows move.
 * @throws when one has neither a club_id nor a line above
 */
export async function treeTables(tx: Transaction<Tables>) {
  const { rows } = await sql<{ table: string; hasClubId: boolean }>`
    select relname as table, exists (
      select from pg_attribute club where club.attrelid = pg_class.oid and club.attname = 'club_id'
    ) as "hasClubId"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'root_club_id'
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'club' order by relname`.execute(tx)
  return rows.map(({ table, hasClubId }) => {
    const of = hasClubId ? (moved: number[]) => sql`club_id = any(${moved})` : ofClubs[table]
    if (!of) throw new Error(`move-club.ts does not know which rows of ${table} belong to a club`)
    return { table, of, hasClubId }
  })
}

/** The tables that each foreign key of a tree ties together, by its name. */
async function treeReferences(tx: Transaction<Tables>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; table: string; other: string }>`
    select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as other
    from pg_constraint where contype = 'f' and condeferrable`.execute(tx)
  const words = (table: string) => table.replaceAll('_', ' ')
  return new Map(rows.map(({ name, table, other }) => [name, `a ${words(table)} and a ${words(other)}`]))
}

function reasonOf(error: unknown, references: ReadonlyMap<string, string>): Refused | undefined {
  if (!(error instanceof Error && 'code' in error && 'constraint' in error)) return undefined
  const constraint = String(error.constraint)
  if (error.code === '23505' && constraint === 'club_root_club_id_code_key')
    return refused('A club there has the code of this one, or of one below it, already.')
  if (error.code === '23505' && constraint === 'member_root_club_id_code_key')
    return refused('Members there have the codes of members here.')
  if (error.code === '23505' && constraint === 'discount_root_club_id_code_key')
    return refused('A discount there has the code of one of these clubs.')
  const torn = references.get(constraint)
  return error.code === '23503' && torn ? refused(`It would tear apart ${torn} that belong together.`) : undefined
}
