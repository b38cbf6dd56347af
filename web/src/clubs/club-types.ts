import { clubType } from '@honbu/contract/ids.ts'

/** In the order in which a form offers them. */
export const clubTypes = [
  { value: clubType.notSet, text: 'Not Set' },
  { value: clubType.standard, text: 'Standard' },
  { value: clubType.franchise, text: 'Franchise' },
] as const

export const clubTypeNames: Readonly<Record<number, string>> = Object.fromEntries(
  clubTypes.map(({ value, text }) => [value, text]),
)
