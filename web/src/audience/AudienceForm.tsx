import {
  type Audience,
  type Condition,
  defaultStatuses,
  getAudienceChoices,
  isStatusOpen,
} from '@honbu/contract/audience.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import type { Channel, Purpose } from '@honbu/contract/reach.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Audience.module.css'
import { AudienceCount } from './AudienceCount.tsx'
import { valuesOf } from './audience-words.ts'
import { ChosenPart } from './ChosenPart.tsx'
import { Conditions } from './Conditions.tsx'
import { SavedAudiences } from './SavedAudiences.tsx'

interface Props {
  clubId: number
  value: Audience
  onChange: (audience: Audience) => void
  channel: Channel
  purpose: Purpose
  /** A family that shares an address gets one message. */
  onePerAddress: boolean
  /** Of which clubs; left out: of the club and all below it. */
  clubIds?: readonly number[]
}

/** Who a message is for: what must hold, what must not, and at once how many that are, who, and who falls out and why. */
export function AudienceForm({ clubId, value, onChange, clubIds, ...how }: Props) {
  const answer = useRead(getAudienceChoices, { id: clubId })
  const choices = answer.data
  const clubsBelow = choices && valuesOf(choices, messageParameter.club)
  const asked = useMemo(
    () => [...(clubIds ?? clubsBelow?.map(({ id }) => id) ?? [clubId])],
    [clubIds, clubsBelow, clubId],
  )
  const [rows, setRows] = useRows(value, onChange)
  const { chosen, ...conditions } = value
  if (answer.error && !choices)
    return (
      <ErrorState title="The choices could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!choices) return <SkeletonRows count={3} height="3.5rem" />
  return (
    <div className={css.form}>
      {chosen && (
        <ChosenPart question={{ clubIds: asked, ...how }} chosen={chosen} onRemove={() => onChange(conditions)} />
      )}
      <SavedAudiences
        clubId={clubId}
        value={conditions}
        onChoose={next => onChange(chosen ? { ...next, chosen } : next)}
      />
      <Conditions
        title="Who it is for"
        hint="All of these must hold; of several values in one line any will do."
        none={
          chosen?.members
            ? 'Everyone you selected. Add a line to choose among them.'
            : 'Active and Issue members. Add a line to choose some of them.'
        }
        implied={isStatusOpen(rows) ? defaultStatuses : undefined}
        choices={choices}
        rows={rows.include}
        onChange={include => setRows({ ...rows, include })}
      />
      <Conditions
        title="Who is left out"
        hint="Whoever fits any of these gets nothing."
        none="Nobody is left out."
        choices={choices}
        rows={rows.exclude}
        onChange={exclude => setRows({ ...rows, exclude })}
      />
      <AudienceCount clubIds={asked} audience={value} {...how} />
    </div>
  )
}

/** A line that has no values yet is on the screen, and not in the audience. */
function useRows(value: Audience, onChange: (audience: Audience) => void) {
  const [rows, setRows] = useState(value)
  const told = useRef(JSON.stringify(value))
  // Another audience was chosen from outside.
  useEffect(() => {
    const given = JSON.stringify(value)
    if (given === told.current) return
    told.current = given
    setRows(value)
  }, [value])
  const change = (next: Audience) => {
    setRows(next)
    const whole = { ...next, include: next.include.filter(isWhole), exclude: next.exclude.filter(isWhole) }
    const text = JSON.stringify(whole)
    if (text === told.current) return
    told.current = text
    onChange(whole)
  }
  return [rows, change] as const
}

const isWhole = ({ values }: Condition) => values.length > 0
