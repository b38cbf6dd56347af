import { blackOut, placeOf } from '@honbu/contract/black-out.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { exportPersonalData, getPersonalData } from '@honbu/contract/privacy.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { download } from '../ui/download.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Privacy.module.css'
import type { PrivacyDialogProps } from './privacy-props.ts'

type Data = Output<typeof getPersonalData>
type Part = Data['parts'][number]
type Row = Part['rows'][number]

/** Shows everything held about a member, takes out what tells of others, and hands over the rest as a ZIP. */
export function SubjectAccessDialog({ details, onClose }: PrivacyDialogProps) {
  const data = useRead(getPersonalData, { id: details.memberId }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const save = useWrite(exportPersonalData, { invalidates: [] })
  const [hidden, setHidden] = useState<ReadonlyMap<string, { row: string; field: string }>>(new Map())
  const [wordList, setWordList] = useState('')
  const [withPhoto, setWithPhoto] = useState(true)
  const [isRead, setRead] = useState(false)
  const [problem, setProblem] = useState('')
  const words = wordList
    .split(/[\n,;]/)
    .map(word => word.trim())
    .filter(word => word.length > 1)
  const shown = data.data && blackOut(data.data.parts, { fields: [...hidden.values()], words })

  function toggle(row: string, field: string) {
    const next = new Map(hidden)
    if (!next.delete(placeOf(row, field))) next.set(placeOf(row, field), { row, field })
    setHidden(next)
  }

  async function press() {
    if (!data.data) return
    const result = await save.mutateAsync({
      id: details.memberId,
      digest: data.data.digest,
      blackedOut: [...hidden.values()],
      words,
      withPhoto: data.data.hasPhoto && withPhoto,
    })
    if (!isRefusal(result)) {
      download(result)
      return onClose()
    }
    setProblem(result.message)
    setRead(false)
    await data.refetch()
  }

  return (
    <Dialog
      title={`${`${details.firstName} ${details.lastName}`.trim()}'s personal data`}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isRead || !shown} isBusy={save.isPending} onClick={() => void press()}>
            Download ZIP
          </Button>
        </>
      }
    >
      <p>
        Read this before you hand it over. Black out anything that tells about other people: the parts that often do are
        open.
      </p>
      {data.error && (
        <ErrorState title="We couldn't read the data." error={data.error} retry={() => void data.refetch()} />
      )}
      {!shown && !data.error && <SkeletonRows count={8} height="2rem" />}
      {shown && data.data && (
        <>
          <Words value={wordList} onChange={setWordList} />
          {shown.parts.map(part => (
            <PartOfData key={part.title} part={part} hidden={hidden} onToggle={toggle} />
          ))}
          {data.data.notesLeftOut > 0 && (
            <p>
              {counted(data.data.notesLeftOut, 'note')} that you may not read{' '}
              {data.data.notesLeftOut === 1 ? 'is' : 'are'} left out. Ask a welfare officer who is an admin to hand out
              the data.
            </p>
          )}
          {data.data.hasPhoto && (
            <label className={css.check}>
              <input type="checkbox" checked={withPhoto} onChange={event => setWithPhoto(event.target.checked)} />
              Include the photo
            </label>
          )}
          <p className={css.count} role="status">
            {shown.count === 0 ? 'Nothing is blacked out.' : `${counted(shown.count, 'place')} blacked out.`}
          </p>
          {problem && (
            <p className={css.refused} role="alert">
              {problem}
            </p>
          )}
          <label className={css.check}>
            <input type="checkbox" checked={isRead} onChange={event => setRead(event.target.checked)} />
            I've read it and it tells nothing about other people
          </label>
        </>
      )}
    </Dialog>
  )
}

function Words({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [input, hint] = [useId(), useId()]
  return (
    <div className={css.words}>
      <label htmlFor={input}>Names to black out everywhere (optional)</label>
      <input
        id={input}
        aria-describedby={hint}
        autoComplete="off"
        maxLength={2000}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <span id={hint}>Put a comma between them.</span>
    </div>
  )
}

interface PartProps {
  part: Part
  hidden: ReadonlyMap<string, unknown>
  onToggle: (row: string, field: string) => void
}

/** Rows are drawn when the part is opened: attendance alone can have thousands. */
function PartOfData({ part, ...rest }: PartProps) {
  const [isOpen, setOpen] = useState(part.mayTellOfOthers)
  return (
    <details className={css.part} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        {part.title} ({part.rows.length})
      </summary>
      {isOpen && part.rows.map(row => <RowOfData key={row.row} row={row} {...rest} />)}
    </details>
  )
}

function RowOfData({ row, hidden, onToggle }: Omit<PartProps, 'part'> & { row: Row }) {
  return (
    <dl className={css.row}>
      {row.fields.map(({ field, text }) => {
        const isHidden = hidden.has(placeOf(row.row, field))
        return (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <span>{text}</span>
              <IconButton
                label={isHidden ? `Show ${field}` : `Black out ${field}`}
                icon={isHidden ? <IconEye size={18} aria-hidden="true" /> : <IconEyeOff size={18} aria-hidden="true" />}
                onClick={() => onToggle(row.row, field)}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
