import { matchedBy } from '@honbu/contract/recovery.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Choice, Mandate } from './found-mandate.ts'
import css from './Recovery.module.css'

const MemberSearch = lazy(() => import('../members/MemberSearch.tsx').then(m => ({ default: m.MemberSearch })))

interface Props {
  clubId: number
  mandate: Mandate
  choice: Choice | null
  onChoose: (choice: Choice | null) => void
}

/** A mandate as GoCardless knows it, and whose it is to become. */
export function FoundMandate({ clubId, mandate, choice, onChoose }: Props) {
  const { name, email, reference, stateName, suggestions, isUnderWay, problem } = mandate
  const [isOpen, setOpen] = useState(false)
  const who = name || email || reference
  const others = choice && !suggestions.some(({ memberId }) => memberId === choice.memberId) ? [choice] : []
  const options = [
    { value: '0', text: 'Nobody for now' },
    ...suggestions.map(({ memberId, memberName, by }) => ({
      value: String(memberId),
      text: `${memberName} (${matchedBy[by].toLowerCase()})`,
    })),
    ...others.map(({ memberId, memberName }) => ({ value: String(memberId), text: memberName })),
  ]
  const choose = (value: string) =>
    onChoose([...suggestions, ...others].find(({ memberId }) => String(memberId) === value) ?? null)
  return (
    <li className={css.row}>
      <div>
        <p className={css.name}>{who}</p>
        <p className={css.details}>{[email, reference, stateName].filter(text => text && text !== who).join(' · ')}</p>
        {problem && (
          <p className={css.mismatch}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
      {isUnderWay ? (
        <Badge tone="accent">Being taken over</Badge>
      ) : (
        <div className={css.choice}>
          <Select label="Member" options={options} value={String(choice?.memberId ?? 0)} onChoose={choose} />
          <Button variant="quiet" aria-label={`Another member for ${who}`} onClick={() => setOpen(true)}>
            Another member
          </Button>
        </div>
      )}
      {isOpen && (
        <Dialog isOpen onClose={() => setOpen(false)} title={`Whose is the mandate of ${who}?`}>
          <Suspense fallback={<Skeleton height="40px" />}>
            <MemberSearch
              clubId={clubId}
              autoFocus
              onSelect={member => {
                onChoose({ memberId: member.id, memberName: member.label, clubId })
                setOpen(false)
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </li>
  )
}
