import { getNoteCategories, getNotes } from '@honbu/contract/notes.ts'
import { IconNote, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { NoteItem } from './NoteItem.tsx'
import css from './Notes.module.css'
import type { Note } from './note.ts'

const NoteDialog = lazy(() => import('./note-forms.ts').then(m => ({ default: m.NoteDialog })))
const QuickNote = lazy(() => import('./note-forms.ts').then(m => ({ default: m.QuickNote })))

/** What staff have written about a member: the pinned first, then the newest. */
export function NotesPanel({ memberId, details }: MemberPanelProps) {
  const { search, setSearch } = useAddress()
  const answer = useRead(getNotes, { id: memberId })
  const categories = useRead(getNoteCategories, {}).data ?? []
  const [chosen, setChosen] = useState<Note | { subject: string } | null>(null)
  // The member's header leads here to write one.
  const edited = chosen ?? (search.new === '1' ? { subject: '' } : null)
  const notes = answer.data ?? []
  const category = categories.find(({ id }) => String(id) === search.category)
  const shown = category ? notes.filter(({ categoryId }) => categoryId === category.id) : notes
  return (
    <>
      <Panel
        title="Notes"
        flush
        aside={
          <span className={css.tools}>
            <Select
              label="Category"
              options={[
                { value: '', text: 'All' },
                ...categories.map(({ id, name }) => ({ value: String(id), text: name })),
              ]}
              value={category ? String(category.id) : ''}
              onChoose={value => setSearch({ category: value || undefined })}
            />
            <Button onClick={() => setChosen({ subject: '' })}>
              <IconPlus size={18} aria-hidden="true" />
              New note
            </Button>
          </span>
        }
      >
        <Suspense
          fallback={
            <div className={css.quick} aria-busy="true">
              <div className={css.input} />
            </div>
          }
        >
          <QuickNote
            memberId={memberId}
            clubId={details.memberships.find(({ isOurs }) => isOurs)?.clubId ?? 0}
            categories={categories}
            categoryId={category?.id}
            onMore={subject => setChosen({ subject })}
          />
        </Suspense>
        {answer.error && !answer.data && (
          <ErrorState title="The notes could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
        )}
        {answer.isLoading && <SkeletonRows count={3} height="4rem" />}
        {answer.data && shown.length === 0 && (
          <EmptyState
            icon={<IconNote size={24} />}
            title={category ? `No notes about ${category.name}` : 'No notes yet'}
          >
            What the next person at the mat should know; pinned, it stands on top of the member and of the register.
          </EmptyState>
        )}
        <ul className={css.notes}>
          {shown.map(note => (
            <NoteItem key={note.id} note={note} onEdit={() => setChosen(note)} />
          ))}
        </ul>
      </Panel>
      {edited && (
        <Suspense>
          <NoteDialog
            memberId={memberId}
            memberships={details.memberships}
            today={details.today}
            categories={categories}
            note={chosen && 'id' in chosen ? chosen : null}
            subject={edited.subject}
            onClose={() => {
              setChosen(null)
              if (search.new) setSearch({ new: undefined })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
