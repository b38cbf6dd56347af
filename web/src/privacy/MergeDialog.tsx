import { currency, dateTime } from '@honbu/contract/format.ts'
import { getDetails } from '@honbu/contract/member-view.ts'
import { getMerges, mergeMembers, undoMerge } from '@honbu/contract/privacy.ts'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import type { FoundMember } from '../members/found-member.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { CompareMembers } from './CompareMembers.tsx'
import css from './Privacy.module.css'
import type { PrivacyDialogProps } from './privacy-props.ts'

const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

/** Makes one of two records of the same human; and takes it apart again. */
export function MergeDialog({ details, onClose }: PrivacyDialogProps) {
  const [other, setOther] = useState<FoundMember | null>(null)
  const [refusal, setRefusal] = useState('')
  const [isDoubted, setDoubted] = useState(false)
  const merge = useWrite(mergeMembers)
  const name = `${details.firstName} ${details.lastName}`.trim()

  async function press() {
    if (!other) return
    const result = await merge.mutateAsync({ id: details.memberId, otherMemberId: other.id, evenSo: isDoubted })
    if (isRefusal(result)) {
      setDoubted(result.status === 409 && result.fields?.otherMemberId !== undefined)
      return setRefusal(result.message)
    }
    const paid = result.settled > 0 ? ` ${currency(result.settled)} of credit has paid what was owed.` : ''
    showToast({ message: `The two records are one now.${paid} For 30 days it can be taken back here.` })
    onClose()
  }

  return (
    <Dialog
      title={`Merge with ${name}`}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={!other} isBusy={merge.isPending} onClick={() => void press()}>
            {isDoubted ? 'Merge anyway' : `Merge into ${name}`}
          </Button>
        </>
      }
    >
      <p>
        When someone was entered twice: everything of the other record (history, marks, money, notes) moves to this one,
        which keeps its own details and takes from the other only what it has none of.
      </p>
      <Suspense fallback={<Skeleton height="44px" />}>
        <MemberSearch
          autoFocus
          onSelect={member => {
            setRefusal('')
            setDoubted(false)
            setOther(member)
          }}
        />
      </Suspense>
      {other?.id === details.memberId && (
        <p className={css.refused}>This is the member itself: find the other record.</p>
      )}
      {other && other.id !== details.memberId && <Compared details={details} otherId={other.id} />}
      {refusal && (
        <p className={css.refused} role="alert">
          {refusal}
        </p>
      )}
      <Merged memberId={details.memberId} />
    </Dialog>
  )
}

function Compared({ details, otherId }: { details: PrivacyDialogProps['details']; otherId: number }) {
  const other = useRead(getDetails, { id: otherId })
  if (other.error) return <p className={css.refused}>{other.error.message}</p>
  return other.data ? <CompareMembers stays={details} goes={other.data} /> : <SkeletonRows count={4} height="1.5rem" />
}

/** What was merged into this member and can still be taken apart. */
function Merged({ memberId }: { memberId: number }) {
  const merges = useRead(getMerges, { id: memberId })
  const undo = useWrite(undoMerge, {
    onSuccess: () => showToast({ message: 'There are two records again.' }),
    onRefused: ({ message }) => void showToast({ message, tone: 'bad' }),
  })
  if (!merges.data?.length) return null
  return (
    <section className={css.merged} aria-label="Merged records">
      <h3>Merged into this record</h3>
      <ul>
        {merges.data.map(({ mergeId, otherName, otherCode, mergedAt, by, undoUntil }) => (
          <li key={mergeId}>
            <span>
              {otherName} [{otherCode}], {dateTime(new Date(mergedAt), 'Europe/London')}
              {by && ` by ${by}`}; can be taken apart until {dateTime(new Date(undoUntil), 'Europe/London')}
            </span>
            <Button isBusy={undo.isPending} onClick={() => undo.mutate({ id: memberId, mergeId })}>
              Take apart
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
