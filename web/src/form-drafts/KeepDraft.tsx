import type { Input } from '@honbu/contract/endpoint.ts'
import { discardFormDraft, type FormDraft, getFormDraft, saveFormDraft } from '@honbu/contract/form-drafts.ts'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { isUnchanged } from '../ui/form/merge-edits.ts'
import { moment } from '../ui/moments.ts'
import { onLeaving } from '../ui/on-leaving.ts'
import { showToast } from '../ui/toasts.ts'
import css from './KeepDraft.module.css'

type Which = Input<typeof getFormDraft>

interface DraftedForm {
  readonly watch: (changed: () => void) => { unsubscribe: () => void }
  readonly isDirty: { readonly current: boolean }
  readonly draft: () => object
  /** Its own type of values isn’t known here: the form has checked them when they were typed. */
  readonly restore: (draft: never) => void
  readonly restart: () => void
}

interface Props extends Pick<Which, 'form'> {
  of: DraftedForm
  /** Undefined: of no one club, but of the member. */
  clubId?: number | undefined
  record?: number | undefined
  memberId?: number | null
}

/** Milliseconds without a change until it is kept. */
const pause = 1500

/** Keeps what is typed into a long form on the server, and goes on with it when the form is opened again. */
export function KeepDraft({ of: form, clubId, form: name, record = 0, memberId = null }: Props) {
  const which: Which = { clubId: clubId ?? null, form: name, record, memberId }
  const found = useRead(getFormDraft, which, { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false })
  const save = useWrite(saveFormDraft, { invalidates: [] })
  const remove = useWrite(discardFormDraft, { invalidates: [] })
  const [restoredAt, setRestoredAt] = useState('')
  const [hasFailed, setFailed] = useState(false)
  // What the server has: '' for nothing.
  const kept = useRef('')
  const underWay = useRef<Promise<void>>(Promise.resolve())

  async function keepNow() {
    const draft = form.isDirty.current ? (form.draft() as FormDraft) : null
    const text = draft ? JSON.stringify(draft) : ''
    if (text === kept.current) return
    const result = draft ? await save.mutateAsync({ ...which, draft }) : await remove.mutateAsync(which)
    setFailed(isRefusal(result))
    if (!isRefusal(result)) kept.current = text
  }
  const keep = () => {
    underWay.current = underWay.current.then(keepNow, keepNow)
    return underWay.current
  }
  const latest = useRef({ form, keep })
  latest.current = { form, keep }

  const draft = found.data?.found
  // What has been typed since the form opened wins over what was kept before.
  useEffect(() => {
    if (!draft) return
    const { savedAt, ...rest } = draft
    kept.current = JSON.stringify(rest)
    const { form: opened, keep: forget } = latest.current
    if (opened.isDirty.current) return
    // It was saved, and this wasn't told.
    if (isUnchanged(rest.values, (opened.draft() as FormDraft).values)) return void forget()
    opened.restore(rest as never)
    setRestoredAt(savedAt)
  }, [draft])

  const isReady = !found.isLoading
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void latest.current.keep(), pause)
    }
    const watched = latest.current.form.watch(later)
    if (latest.current.form.isDirty.current) later()
    const stop = onLeaving(() => void latest.current.keep())
    return () => {
      clearTimeout(timer)
      watched.unsubscribe()
      stop()
      void latest.current.keep()
    }
  }, [isReady])

  if (hasFailed)
    return (
      <p className={css.note} role="alert">
        We couldn’t keep what you’ve typed. Save it before you leave.
      </p>
    )
  if (restoredAt === '') return null
  return (
    <p className={css.note} role="status">
      You hadn’t saved this. It’s what you typed until {moment(restoredAt)}.
      <Button
        variant="quiet"
        onClick={() => {
          const discarded = form.draft()
          setRestoredAt('')
          form.restart()
          showToast({
            ...{ key: 'draft', message: 'Draft discarded' },
            action: {
              text: 'Undo',
              run: () => {
                form.restore(discarded as never)
                setRestoredAt(restoredAt)
              },
            },
          })
        }}
      >
        Discard it
      </Button>
    </p>
  )
}
