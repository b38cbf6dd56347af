import { getClubList } from '@honbu/contract/my-clubs.ts'
import type { Reach } from '@honbu/contract/users.ts'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useRead } from '../app/api.ts'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { clubsBelow } from './clubs-below.ts'

interface Reaching extends FieldValues {
  reach?: Reach | undefined
  reachClubIds?: number[] | undefined
  seesFigures?: boolean | undefined
}

interface Props<V extends Reaching> {
  clubId: number
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, as in fields.tsx
  control: Control<V, any, any>
}

/** Which clubs below the club someone sees and works in. Nothing is shown where there are none. */
export function ReachFields<V extends Reaching>({ clubId, control }: Props<V>) {
  const below = clubsBelow(useRead(getClubList, {}).data ?? [], clubId)
  const reach: Reach = useWatch({ control, name: 'reach' as FieldPath<V> }) ?? 'own'
  if (below.length === 0) return null
  return (
    <>
      <SelectField
        name={'reach' as FieldPath<V>}
        control={control}
        label="Clubs below"
        hint={hints[reach]}
        options={[
          { value: 'own', text: 'This club only' },
          { value: 'some', text: 'Some clubs below' },
          { value: 'all', text: `All clubs below (${below.length})` },
        ]}
        isWide
      />
      {reach === 'some' && (
        <MultiSelectField
          name={'reachClubIds' as FieldPath<V>}
          control={control}
          label="Open clubs"
          hint="Each with all clubs below it."
          options={below.map(({ id, name }) => ({ value: id, text: name }))}
          required
          isWide
        />
      )}
      {reach !== 'all' && (
        <SwitchField
          name={'seesFigures' as FieldPath<V>}
          control={control}
          label="Reports of every club below"
          hint="They see the figures of every club below, but no members, classes or lists. Admins also see the money."
          isWide
        />
      )}
    </>
  )
}

const hints: Readonly<Record<Reach, string>> = {
  own: "They can't open any other club.",
  some: 'They see members and classes there, as admin if they are one here.',
  all: 'They see members and classes of all of them, and of any you add later.',
}
