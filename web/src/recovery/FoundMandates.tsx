import { wholeNumber } from '@honbu/contract/format.ts'
import { getFoundMandates, lookForMandates, takeOverMandates } from '@honbu/contract/recovery.ts'
import { IconAlertTriangle, IconSearch, IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useAllAnew } from '../billing/use-all-anew.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { FoundMandate } from './FoundMandate.tsx'
import type { Choice, Found, Mandate } from './found-mandate.ts'
import css from './Recovery.module.css'

/** Mandates that a club already had at GoCardless, and whose they may be. */
export function FoundMandates({ clubId }: { clubId: number }) {
  const [page, setPage] = useState(1)
  const answer = useRead(
    getFoundMandates,
    { clubId, page },
    {
      refetchInterval: query =>
        query.state.data?.look.isUnderWay || query.state.data?.mandates.some(each => each.isUnderWay) ? 1000 : false,
    },
  )
  const look = useWrite(lookForMandates, { onRefused: ({ message }) => showToast({ message, tone: 'bad' }) })
  const found = answer.data
  useAllAnew(found && `${found.look.doneAt} ${found.look.isUnderWay}`)
  return (
    <Panel
      title="Mandates to take over"
      aside={
        !found?.ownerName && (
          <Button isBusy={look.isPending || (found?.look.isUnderWay ?? false)} onClick={() => look.mutate({ clubId })}>
            <IconSearch size={18} aria-hidden="true" />
            Look at GoCardless
          </Button>
        )
      }
    >
      <p className={css.state} aria-live="polite">
        <span className={css.soft}>
          Members who already pay by direct debit at GoCardless need not set it up again: say whose each mandate is.
          {found?.look.doneAt && ` As of ${moment(found.look.doneAt)}.`}
        </span>
      </p>
      {found?.look.problem && (
        <p className={css.problem}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <span>{found.look.problem}</span>
        </p>
      )}
      {answer.error && !found && (
        <ErrorState title="They could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="3.5rem" />}
      {found?.ownerName && (
        <EmptyState title={`The account belongs to ${found.ownerName}`}>
          Its mandates are taken over there, also those of members of this club.
        </EmptyState>
      )}
      {found && !found.ownerName && found.total === 0 && (
        <EmptyState icon={<IconUserSearch size={32} />} title="No mandate is waiting">
          {found.look.doneAt
            ? 'Every mandate at GoCardless that can be collected by is known here.'
            : 'Look at GoCardless to find those that were made by another program.'}
        </EmptyState>
      )}
      {found && found.total > 0 && <ToTakeOver key={page} clubId={clubId} found={found} page={page} onPage={setPage} />}
    </Panel>
  )
}

interface Props {
  clubId: number
  found: Found
  page: number
  onPage: (page: number) => void
}

const pageSize = 50

function ToTakeOver({ clubId, found, page, onPage }: Props) {
  const [chosen, setChosen] = useState<Readonly<Record<number, Choice | null>>>({})
  const take = useWrite(takeOverMandates, {
    onSuccess: ({ taken }) => {
      setChosen({})
      showToast({ message: taken === 1 ? 'One mandate is taken over.' : `${taken} mandates are taken over.` })
    },
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  const open = found.mandates.filter(each => !each.isUnderWay)
  const choiceOf = (mandate: Mandate) =>
    chosen[mandate.foundMandateId] ?? (mandate.foundMandateId in chosen ? null : sureOf(mandate))
  const choices = open.flatMap(mandate => {
    const choice = choiceOf(mandate)
    return choice ? [{ foundMandateId: mandate.foundMandateId, memberId: choice.memberId, clubId: choice.clubId }] : []
  })
  const pages = Math.ceil(found.total / pageSize)
  return (
    <>
      <div className={css.state}>
        <Button
          variant="primary"
          isBusy={take.isPending}
          disabled={choices.length === 0}
          onClick={() => take.mutate({ clubId, choices })}
        >
          {choices.length === 1 ? 'Take over 1 mandate' : `Take over ${choices.length} mandates`}
        </Button>
        <span className={css.soft}>
          {wholeNumber(found.total)} found. Those that leave no doubt are chosen already.
        </span>
      </div>
      <ul className={css.list}>
        {found.mandates.map(mandate => (
          <FoundMandate
            key={mandate.foundMandateId}
            clubId={clubId}
            mandate={mandate}
            choice={choiceOf(mandate)}
            onChoose={choice => setChosen(before => ({ ...before, [mandate.foundMandateId]: choice }))}
          />
        ))}
      </ul>
      {pages > 1 && (
        <nav className={css.state} aria-label="Pages">
          <Button variant="quiet" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <span>
            Page {page} of {pages}
          </span>
          <Button variant="quiet" disabled={page === pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}

const sureOf = ({ sure, suggestions }: Mandate): Choice | null =>
  suggestions.find(({ memberId }) => memberId === sure) ?? null
