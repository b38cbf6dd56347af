import { addTags, getClubTags, getTags, removeTags } from '@honbu/contract/tags.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { ourClubs } from '../member-view/our-clubs.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { TagChip } from './TagChip.tsx'
import css from './Tags.module.css'

/** The tags of a member; one is added by typing its name. */
export function MemberTags({ memberId, details }: MemberPanelProps) {
  const answer = useRead(getTags, { id: memberId })
  const remove = useWrite(removeTags)

  async function takeAway(name: string) {
    const result = await remove.mutateAsync({ members: [memberId], tags: [name] })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Panel title="Tags">
      {answer.error && !answer.data && (
        <ErrorState title="The tags could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={1} height="2rem" />}
      {answer.data && (
        <>
          {answer.data.length === 0 && (
            <p className={css.none}>No tags yet. They help to find members who have something in common.</p>
          )}
          <ul className={css.chips} aria-label="Tags of this member">
            {answer.data.map(tag => (
              <li key={tag.id}>
                <TagChip tag={tag}>
                  <button
                    type="button"
                    className={css.remove}
                    aria-label={`Take the tag ${tag.name} away`}
                    disabled={remove.isPending}
                    onClick={() => void takeAway(tag.name)}
                  >
                    <IconX size={14} aria-hidden="true" />
                  </button>
                </TagChip>
              </li>
            ))}
          </ul>
          <AddTag
            memberId={memberId}
            clubId={ourClubs(details)[0]?.clubId ?? 0}
            has={answer.data.map(({ name }) => name)}
          />
        </>
      )}
    </Panel>
  )
}

interface AddProps {
  memberId: number
  clubId: number
  has: readonly string[]
}

function AddTag({ memberId, clubId, has }: AddProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const listId = useId()
  const known = useRead(getClubTags, { id: clubId }, { enabled: clubId !== 0 })
  const add = useWrite(addTags)
  if (clubId === 0) return null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    const result = await add.mutateAsync({ members: [memberId], tags: [text.trim()] })
    if (isRefusal(result)) return setProblem(result.message)
    setProblem('')
    setText('')
  }

  return (
    <form className={css.add} onSubmit={event => void submit(event)}>
      <input
        className={css.input}
        aria-label="New tag"
        placeholder="Add a tag"
        list={listId}
        maxLength={60}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <datalist id={listId}>
        {(known.data ?? [])
          .filter(({ name }) => !has.includes(name))
          .map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
      </datalist>
      <Button type="submit" isBusy={add.isPending} disabled={text.trim() === ''}>
        <IconPlus size={18} aria-hidden="true" />
        Add
      </Button>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
