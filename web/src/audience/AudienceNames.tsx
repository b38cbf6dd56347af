import { getAudienceMembers } from '@honbu/contract/audience.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { type Refusal, refusals } from '@honbu/contract/reach.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Audience.module.css'
import type { AudienceQuestion } from './audience-question.ts'

type Shown = Refusal | 'reached' | 'all'

interface Props {
  question: AudienceQuestion
  shown: Shown
  onShow: (shown: Shown) => void
  onClose: () => void
}

const pageSize = 50

const options: readonly { value: Shown; text: string }[] = [
  { value: 'all', text: 'Everybody' },
  { value: 'reached', text: 'Who gets a message' },
  // The keys of the list are its kinds.
  ...(Object.keys(refusals) as Refusal[]).map(value => ({ value, text: refusals[value] })),
]

/** The names behind a figure, a page at a time. Its page and filter are its own: the address is that of the message. */
export function AudienceNames({ question, shown, onShow, onClose }: Props) {
  const [page, setPage] = useState(1)
  const filter = shown === 'all' ? '' : shown === 'reached' ? 'refusal~isnull~undefined' : `refusal~eq~'${shown}'`
  const answer = useRead(
    getAudienceMembers,
    { ...question, page, pageSize, ...(filter && { filter }) },
    { placeholderData: keepPreviousData },
  )
  const found = answer.data
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / pageSize))
  const hasClubs = question.clubIds.length > 1
  return (
    <Dialog title="Who it is for" isOpen isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className={css.namesHead}>
        <Select
          label="Show"
          options={options}
          value={shown}
          onChoose={value => {
            setPage(1)
            onShow(value)
          }}
        />
        {found && <span className={css.hint}>{wholeNumber(found.total)} people</span>}
      </div>
      {answer.error && !found && (
        <ErrorState title="The names could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.error && !found && <SkeletonRows count={6} height="2.5rem" />}
      {found && (
        <ul className={css.names} aria-busy={answer.isFetching || undefined}>
          {found.data.map(row => (
            <li key={`${row.memberId} ${row.toName} ${row.name}`} className={css.name}>
              <span className={css.who}>
                {row.memberId === null ? (
                  row.name
                ) : (
                  <AppLink to={`/clubadmin/club/member/view/${row.memberId}`}>{row.name}</AppLink>
                )}
                {row.memberId === null && <Badge tone="accent">Staff</Badge>}
                {hasClubs && <span className={css.hint}>{row.clubName}</span>}
              </span>
              <span className={css.to}>
                {row.toName && row.toName !== row.name && `${row.toName}, `}
                {row.address}
              </span>
              {row.refusal ? <Badge tone="warn">{refusals[row.refusal]}</Badge> : <Badge tone="good">Gets it</Badge>}
            </li>
          ))}
        </ul>
      )}
      {found && found.total === 0 && <p className={css.hint}>Nobody.</p>}
      {pages > 1 && (
        <nav className={css.pages} aria-label="Pages of names">
          <Button onClick={() => setPage(page - 1)} disabled={page <= 1}>
            Earlier names
          </Button>
          <span>
            Page {page} of {pages}
          </span>
          <Button onClick={() => setPage(page + 1)} disabled={page >= pages}>
            Later names
          </Button>
        </nav>
      )}
    </Dialog>
  )
}
