import { importLimits, uploadImport } from '@honbu/contract/imports.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { type DragEvent, useId, useRef, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { importAddress } from './import-address.ts'
import css from './UploadBox.module.css'

/** Takes a file, by the button or dropped, and goes on to what it means. */
export function UploadBox({ clubId }: { clubId: number }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hintId = useId()
  const navigate = useNavigate()
  const upload = useWrite(uploadImport)

  async function take(file: File | undefined) {
    if (!file || upload.isPending) return
    setProblem(null)
    if (file.size > importLimits.bytes) return setProblem('The file has more than 10 MB. Split the list.')
    const base64 = await base64Of(file)
    const result = await upload.mutateAsync({ id: clubId, fileName: file.name.slice(-200), base64 })
    if (isRefusal(result)) return setProblem(result.message)
    await navigate({ to: importAddress(clubId, result.importId) as '/' })
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to press the button inside
    <div
      className={clsx(css.box, isOver && css.over)}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} aria-hidden="true" className={css.icon} />
      <div className={css.words}>
        <p className={css.title}>A list of members, or of gradings</p>
        <p className={css.hint} id={hintId}>
          CSV or Excel (.xlsx) from another system or your own spreadsheet, at most 10 MB and 50,000 lines. Nothing is
          stored before you have seen what would happen.
        </p>
        {problem && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <Button
        variant="primary"
        isBusy={upload.isPending}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? 'Reading the file…' : 'Choose a file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label="File to import"
        className={css.file}
        tabIndex={-1}
        onChange={event => {
          void take(event.target.files?.[0])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** What a data address has behind its comma. */
async function base64Of(file: File): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })
}
