import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { communication, memberStatus } from '@honbu/contract/ids.ts'
import { type Clock, later } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import type { Membership } from './memberships.ts'
import { demoDocuments } from './paper-texts.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

const shareSigned = 0.88
const shareSignedAgain = 0.9
const shareOfPhotosSigned = 0.7
const shareOfPhotosDeclined = 0.3

interface Version {
  readonly id: number
  readonly documentId: number
  readonly kind: string
  readonly clubId: number
  readonly since: string
  /** The last day before the next version. */
  readonly until: string
}

/** What the clubs have their members sign, and who has; from a day on, so that nobody signs before it is there. */
export function addDocuments(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  memberships: readonly Membership[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): void {
  const versions: Version[] = []
  for (const { clubId, kind, title, isRequired, texts, draft, monthsAgo } of demoDocuments) {
    const club = clubs.find(({ id }) => id === clubId)
    if (!club) continue
    const tree = { club_id: clubId, root_club_id: club.rootId }
    const documentId = rows.document.length + 1
    const days = monthsAgo.map(months => addMonths(clock.today, -months))
    const text = draft ?? texts.at(-1) ?? ''
    const created_at = at(days[0] ?? addDays(clock.today, -3), '10:00')
    rows.document.push({ ...tree, id: documentId, kind, title, text, is_required: isRequired, created_at })
    for (const [index, text] of texts.entries()) {
      const id = rows.document_version.length + 1
      const since = days[index] ?? clock.today
      const next = days[index + 1]
      rows.document_version.push({
        ...{ ...tree, id, document_id: documentId, kind, number: index + 1, title, text },
        published_at: at(since, '11:00'),
        published_by: staff.get(clubId)?.admin.accountId ?? null,
      })
      versions.push({ id, documentId, kind, clubId, since, until: next ? addDays(next, -1) : clock.today })
    }
  }
  addSignatures(rows, memberships, { versions, staff, clock })
}

interface Known {
  readonly versions: readonly Version[]
  readonly staff: ReadonlyMap<number, Staff>
  readonly clock: Clock
}

function addSignatures(rows: DemoRows, memberships: readonly Membership[], { versions, staff, clock }: Known) {
  const flagsOf = new Map(rows.club_member.map(row => [row.id, row.communication_flags ?? 0]))
  const signerOf = signersIn(rows)
  const asked = new Set<string>()
  for (const { id, member, club, status, joined, lapsed } of memberships) {
    if (!joined) continue
    const random = randomFor(`signatures ${id}`)
    const wantsPhotos = ((flagsOf.get(id) ?? 0) & communication.photo) !== 0
    let signedBefore = false
    for (const version of versions) {
      const isAsked = version.clubId === club.id || (version.clubId === club.rootId && version.kind === 'photo')
      const isNew = version.since <= joined
      // Who has left is asked for nothing, and a version that was replaced before somebody joined was never shown.
      const lived = version.until >= joined && (lapsed === null || version.since < lapsed)
      const key = `${member.id} ${version.id}`
      if (!isAsked || !lived || asked.has(key)) continue
      asked.add(key)
      const isPhoto = version.kind === 'photo'
      const signs: boolean = isPhoto
        ? wantsPhotos && random.chance(shareOfPhotosSigned)
        : random.chance(isNew || !signedBefore ? shareSigned : shareSignedAgain)
      const declines = isPhoto && !wantsPhotos && random.chance(shareOfPhotosDeclined)
      if (!isPhoto) signedBefore = signs
      if (!signs && !declines) continue
      const how = random.pick(['screen', 'screen', 'link', 'paper'] as const)
      const day = later(joined, addDays(version.since, random.between(1, 9)))
      const signer = signerOf(member.id, member.personId, member.age < 18)
      if (!signer || day > clock.today) continue
      rows.document_signature.push({
        ...{ member_id: member.id, club_id: club.id, root_club_id: club.rootId },
        ...{ document_id: version.documentId, document_version_id: version.id, how, ...signer },
        answer: declines ? 'declined' : 'signed',
        signed_at: at(day, how === 'paper' ? '12:00' : '18:10'),
        recorded_at: at(day, '18:10'),
        account_id: how === 'link' ? null : (staff.get(club.id)?.instructor.accountId ?? null),
      })
    }
    if (status === memberStatus.active) addLicence(rows, { id, member, club }, clock)
  }
}

/** Who signs for a member: the first guardian of a child. */
function signersIn(rows: DemoRows) {
  const guardians = new Map<number, { person_id: number; relationship: string }>()
  for (const { member_id, person_id, relationship = '' } of rows.member_contact)
    if (!guardians.has(member_id)) guardians.set(member_id, { person_id, relationship })
  const nameOf = (personId: number) => {
    const person = rows.person[personId - 1]
    return `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim()
  }
  return (memberId: number, personId: number, isChild: boolean) => {
    const signer = isChild ? guardians.get(memberId) : { person_id: personId, relationship: '' }
    return signer && { ...signer, signer_name: nameOf(signer.person_id) }
  }
}

const shareLicensed = 0.4

/** A licence of the association for a year, of some an insurance too; most hold, some are over soon, a few are over. */
function addLicence(rows: DemoRows, { id, member, club }: Pick<Membership, 'id' | 'member' | 'club'>, clock: Clock) {
  const random = randomFor(`licence ${id}`)
  if (!random.chance(shareLicensed)) return
  const tree = { member_id: member.id, club_id: club.id, root_club_id: club.rootId }
  const expires = addDays(clock.today, random.between(-20, 340))
  const issued = addDays(addMonths(expires, -12), 1)
  const issuer = club.rootId === 1 ? 'Northern Karate Association' : 'British Judo Association'
  rows.member_certificate.push({
    ...{ ...tree, kind: 'licence', number: `L-${20_000 + id}`, issuer },
    ...{ issued_on: issued, expires_on: expires, note: '' },
  })
  if (!random.chance(0.15)) return
  rows.member_certificate.push({
    ...{ ...tree, kind: 'insurance', number: `P${700_000 + id}`, issuer: 'Moorland Mutual' },
    ...{ issued_on: issued, expires_on: expires, note: 'Through the association' },
  })
}

/** DBS, first aid, insurance and coaching of everybody who works in a club. */
export function addStaffCertificates(rows: DemoRows, clock: Clock): void {
  const kinds = [
    { kind: 'dbs', issuer: 'Disclosure and Barring Service', years: 3, share: 0.9 },
    { kind: 'firstAid', issuer: 'St John Ambulance', years: 3, share: 0.6 },
    { kind: 'insurance', issuer: 'Moorland Mutual', years: 1, share: 0.5 },
    { kind: 'coaching', issuer: 'Northern Karate Association', years: 2, share: 0.4 },
  ] as const
  for (const { id, club_id, user_until } of rows.club_user) {
    if (user_until || id === undefined) continue
    const random = randomFor(`staff certificates ${id}`)
    for (const { kind, issuer, years, share } of kinds) {
      if (!random.chance(share)) continue
      const expires = addDays(clock.today, random.between(-10, 365 * years - 5))
      rows.staff_certificate.push({
        ...{ club_user_id: id, club_id, kind, issuer, number: String(random.between(100_000, 999_999)), note: '' },
        ...{ issued_on: addDays(addMonths(expires, -12 * years), 1), expires_on: expires },
      })
    }
  }
}
