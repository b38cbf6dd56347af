import { isTrialClass, rulesOf } from '@honbu/contract/class-types.ts'
import { SwitchField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { MoneyField, NumberField } from '../ui/form/fields.tsx'
import type { PartProps } from './use-class-form.ts'

/** How many can come, and how they get in. */
export function ClassPlaces({ form, choices }: PartProps) {
  const classTypeId = form.watch('classTypeId')
  const { hasPlaces, takesProspects, canBeBooked, runs } = rulesOf(classTypeId)
  const [locationId, capacity] = form.watch(['locationId', 'capacity'])
  const typed = form.watch('trialPrice')
  const trialPrice = typed === null || typed === undefined ? null : Number(typed)
  const room = choices.locations.find(({ id }) => id === locationId)
  if (!hasPlaces && !takesProspects && !canBeBooked) return null
  return (
    <FormSection title="Places">
      {hasPlaces && (
        <NumberField {...form.field('capacity')} label="Capacity" hint={capacityHint({ room, capacity, runs })} />
      )}
      {takesProspects && (
        <NumberField
          {...form.field('propsectLimit')}
          label="Prospect limit"
          hint="How many people on trial it takes at once. Empty: as many as like."
        />
      )}
      {takesProspects && (
        <MoneyField
          {...form.field('trialPrice')}
          label="Trial price"
          hint="Charged when someone on trial is marked present. Leave blank for no price of its own."
        />
      )}
      {canBeBooked && (
        <SwitchField
          {...form.field('webBookable')}
          label="Web bookable"
          hint={bookableHint({ classTypeId, cost: Number(form.watch('cost') ?? 0), trialPrice })}
        />
      )}
      {canBeBooked && (
        <SwitchField
          {...form.field('isPublic')}
          label="On the public timetable"
          hint="Switch off for classes that are for your members only."
        />
      )}
    </FormSection>
  )
}

/** Visitors are offered trials of classes that cost nothing or have a trial price. */
function bookableHint(given: Parameters<typeof isTrialClass>[0]): string {
  if (isTrialClass(given))
    return `Visitors can book it as a ${given.trialPrice ? '' : 'free '}trial on your enquiry form.`
  return 'Members can book it. Visitors aren’t offered a trial, because it costs something or takes no prospects.'
}

interface Holding {
  readonly room: { readonly name: string; readonly capacity: number | null } | undefined
  readonly capacity: number | null
  readonly runs: string
}

function capacityHint({ room, capacity, runs }: Holding): string {
  if (room?.capacity && capacity !== null && capacity > room.capacity)
    return `More than ${room.name} holds, which is ${room.capacity}.`
  if (runs === 'slots') return 'What a new slot begins with.'
  const holds = room?.capacity ? `${room.name} holds ${room.capacity}. ` : ''
  return `${holds}Leave blank for no limit.`
}
