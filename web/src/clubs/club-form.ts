import { clubCode } from '@honbu/contract/club-code.ts'
import { clubFields, postcodeRule } from '@honbu/contract/club-fields.ts'
import type { Club } from '@honbu/contract/clubs.ts'
import { clubType } from '@honbu/contract/ids.ts'
import * as z from 'zod/mini'
import { zone } from '../ui/moments.ts'
import type { LogoChange } from './LogoField.tsx'

export type ClubRecord = z.infer<typeof Club>

/** What the form holds: the contract's fields, and what becomes of the logo. */
export const clubFormSchema = z
  .object({ ...clubFields, logoChange: z.custom<LogoChange>(() => true) })
  .check(postcodeRule)

export type ClubFormValues = z.input<typeof clubFormSchema>

export function valuesOf(club: ClubRecord): ClubFormValues {
  const { address } = club
  return {
    name: club.name,
    code: club.code,
    clubTypeId: club.clubTypeId,
    parentClubId: club.parentClubId,
    dateOpened: club.dateOpened,
    ownerId: club.ownerId,
    adminId: club.adminId,
    instructorId: club.instructorId,
    email: club.email,
    phone: club.phone,
    timeZone: club.timeZone,
    address: {
      ...address,
      // 0 is none, and is written as nothing.
      gridEast: address.gridEast || null,
      gridNorth: address.gridNorth || null,
      longitude: address.longitude || null,
      latitude: address.latitude || null,
    },
    logoChange: 'keep',
  }
}

export const newClub = (): ClubFormValues => ({
  name: '',
  code: clubCode(''),
  clubTypeId: clubType.standard,
  parentClubId: null,
  dateOpened: null,
  ownerId: null,
  adminId: null,
  instructorId: null,
  email: null,
  phone: null,
  timeZone: zoneHere(),
  address: { line: null, town: null, postcode: null, gridEast: null, gridNorth: null, longitude: null, latitude: null },
  logoChange: 'keep',
})

/** What follows from the name and the club above, until someone has chosen otherwise. */
export function suggestDetails({ name, parentClubId }: Pick<ClubFormValues, 'name' | 'parentClubId'>) {
  return { code: clubCode(name ?? ''), clubTypeId: parentClubId ? clubType.franchise : clubType.standard }
}

/** '53.797', '-1,527' is none: coordinates are copied from maps, which write them with a point. */
export function readCoordinate(text: string): number | undefined {
  const plain = text.trim().replace('−', '-')
  return /^-?\d{1,8}(\.\d{1,12})?$/.test(plain) ? Number(plain) : undefined
}

/** A club and all below it, which cannot be its parent. */
export function belowOrSame(clubs: readonly { id: number; parentClubId: number | null }[], id: number): Set<number> {
  const found = new Set([id])
  // A child may stand before its parent: as many rounds as there are levels.
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const club of clubs) if (club.parentClubId !== null && found.has(club.parentClubId)) found.add(club.id)
  }
  return found
}

/** Of this machine; one that is set to no zone at all is in London. */
function zoneHere(): string {
  return !zone || zone === 'UTC' ? 'Europe/London' : zone
}
