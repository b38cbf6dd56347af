import { deleteNote, saveNote } from '@honbu/contract/notes.ts'
import { IconAlertTriangle, IconBell, IconCheck, IconMail, IconMessage, IconPin } from '@tabler/icons-react'
import clsx from 'clsx'
import { isRefusal, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { Menu } from '../ui/Menu.tsx'
import { moment } from '../ui/moments.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { partsOf } from './mention.ts'
import css from './Notes.module.css'
import { type Note, noteInput } from './note.ts'
import { noteReads } from './note-reads.ts'
import { tellUnmentioned } from './tell-unmentioned.ts'

export function NoteItem({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const { ask, dialog } = useConfirm()
  const save = useWrite(saveNote, { invalidates: noteReads })
  const remove = useWrite(deleteNote, { invalidates: noteReads })

  async function change(values: Partial<ReturnType<typeof noteInput>>) {
    const result = await save.mutateAsync({ ...noteInput(note), ...values })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else tellUnmentioned(result.unmentioned)
  }
  async function pressDelete() {
    const yes = await ask({
      title: `Delete “${note.subject}”?`,
      text: note.reminder ? 'Its reminder goes with it. This cannot be undone.' : 'This cannot be undone.',
      action: 'Delete note',
      isDanger: true,
    })
    if (!yes) return
    const result = await remove.mutateAsync({ id: note.id })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  const { isPinned, completed, subject } = note
  return (
    <li className={clsx(css.note, isPinned && css.pinned, completed && css.completed)}>
      <div className={css.head}>
        {isPinned && <IconPin size={18} className={css.pin} aria-label="Pinned" role="img" />}
        <h3 className={css.subject}>
          <Mentioning words={subject} note={note} />
        </h3>
        <Badge>{note.category}</Badge>
        {completed && (
          <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
            Completed
          </Badge>
        )}
        {note.reminder && !completed && (
          <Badge tone="accent" icon={<IconBell size={14} aria-hidden="true" />}>
            {shortDayOfYear(note.reminder)}
          </Badge>
        )}
        <span className={css.menu}>
          <Menu
            label={`More for the note ${subject}`}
            items={[
              { text: 'Edit or send', onSelect: onEdit },
              { text: isPinned ? 'Unpin' : 'Pin', onSelect: () => void change({ isPinned: !isPinned }) },
              {
                text: completed ? 'Not completed' : 'Completed',
                onSelect: () => void change({ completed: !completed }),
              },
              { text: 'Delete', isDanger: true, onSelect: () => void pressDelete() },
            ]}
          />
        </span>
      </div>
      {note.note && (
        <p className={css.text}>
          <Mentioning words={note.note} note={note} />
        </p>
      )}
      <p className={css.meta}>
        {note.writtenBy || 'Unknown'}, {moment(note.dateAdded)}, {note.clubName}
      </p>
      {note.messages.length > 0 && (
        <ul className={css.messages} aria-label="Sent as">
          {note.messages.map(message => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      )}
      {dialog}
    </li>
  )
}

/** Words with the names of those they mention set apart. */
function Mentioning({ words, note }: { words: string; note: Note }) {
  const names = note.mentions.map(({ name }) => name)
  return partsOf(words, names).map(({ at, text, isName }) =>
    isName ? (
      <b key={at} className={css.mention}>
        {text}
      </b>
    ) : (
      text
    ),
  )
}

function Message({ message }: { message: Note['messages'][number] }) {
  const { channel, toName, toAddress, state, failure, at } = message
  const what = channel === 'sms' ? 'Text message' : 'E-mail'
  const words = {
    sent: `${what} to ${toName} (${toAddress}), ${moment(at)}`,
    failed: `${what} to ${toName} (${toAddress}) was not sent. ${failure}`,
    waiting: `${what} to ${toName} (${toAddress}) is on its way. ${failure}`,
    sending: `${what} to ${toName} (${toAddress}) is on its way.`,
  }
  const Icon = channel === 'sms' ? IconMessage : IconMail
  return (
    <li className={state === 'failed' ? css.failed : undefined}>
      {state === 'failed' ? <IconAlertTriangle size={16} aria-hidden="true" /> : <Icon size={16} aria-hidden="true" />}
      {words[state]}
    </li>
  )
}
