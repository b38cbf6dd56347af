import { getChosenClubs } from '@honbu/contract/audience.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import {
  discardMessageDraft,
  getMessage,
  getMessageDraft,
  getMessageDrafts,
  saveMessageDraft,
} from '@honbu/contract/messages.ts'
import { getTemplate } from '@honbu/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import type { Chosen } from '../exports/chosen.ts'
import { onLeaving } from '../ui/on-leaving.ts'
import { draftFor, type MessageDraft, newDraft } from './draft.ts'

/** Milliseconds without a change until it is saved. */
const pause = 1500

interface Begun {
  clubId: number
  /** Whether it is to be that club; else what was begun for another is gone on with. */
  isGiven: boolean
  templateId: number
  /** The message that is used again. */
  againId: number
  /** The scheduled message that is changed. */
  editId: number
  /** The members whom it is for. */
  chosen: Chosen | null
  /** Tells one beginning from another: '' where it is begun with nothing. */
  begunFrom: string
  /** The draft that is opened; 0: a new one. */
  draftId: number
  /** Told once a new draft has its id. */
  onKept: (draftId: number) => void
}

type Kept = Output<typeof getMessageDraft>

export type DraftState = 'none' | 'unsaved' | 'saved' | 'failed' | 'gone'

/**
 * A message that is being written, as a draft of the club: saved a while after the last keystroke, and at once when the
 * page is left. One save is under way at a time. What someone else has saved meanwhile isn't saved over: `elsewhere` then
 * has it, and nothing more is saved until one of the two is chosen.
 */
export function useDraft({ begunFrom, chosen, clubId, editId, isGiven, onKept, ...begun }: Begun) {
  const { templateId, againId } = begun
  const [openedId] = useState(begun.draftId)
  const isNew = openedId === 0
  const kept = useRead(getMessageDraft, { id: openedId }, { enabled: !isNew, staleTime: 0, gcTime: 0, retry: false })
  const template = useRead(getTemplate, { id: templateId }, { enabled: isNew && templateId > 0 })
  const beforeId = editId || againId
  const again = useRead(getMessage, { id: beforeId }, { enabled: editId > 0 || (isNew && againId > 0), staleTime: 0 })
  const clubs = useRead(getChosenClubs, chosen ?? {}, {
    ...{ enabled: isNew && chosen !== null, staleTime: 0, retry: false },
  })
  const save = useWrite(saveMessageDraft, { invalidates: [getMessageDrafts] })
  const remove = useWrite(discardMessageDraft, { invalidates: [getMessageDrafts] })
  const [draft, setDraft] = useState<MessageDraft | null>(null)
  const [state, setState] = useState<DraftState>('none')
  const [elsewhere, setElsewhere] = useState<{ kept: Kept; message: string } | null>(null)
  const row = useRef({ id: openedId, version: 0, isBusy: false, isOver: false, isStopped: false })
  const written = useRef<MessageDraft | null>(null)
  const latest = useRef<MessageDraft | null>(null)
  const underWay = useRef<Promise<unknown>>(Promise.resolve())

  const fresh = (message = again.data): MessageDraft => {
    const { members, filter } = chosen ?? {}
    const forThem = chosen && {
      ...(!isGiven && { clubId: clubs.data?.clubId ?? clubId }),
      clubIds: clubs.data?.clubIds ?? [clubId],
      audience: { include: [], exclude: [], chosen: members ? { members } : { filter: filter ?? '' } },
    }
    if (templateId > 0 && template.data) return { ...draftFor.template(clubId, template.data), ...forThem, begunFrom }
    if (message) return { ...(editId > 0 ? draftFor.edit(message) : draftFor.again(message)), begunFrom }
    return { ...newDraft(clubId), ...forThem, begunFrom }
  }
  const begin = (opened: MessageDraft) => {
    written.current = opened
    latest.current = opened
    setDraft(opened)
  }

  const isReady =
    (isNew || kept.data) &&
    (!isNew || templateId === 0 || template.data) &&
    (beforeId === 0 || (!isNew && editId === 0) || (again.data && !again.isFetching)) &&
    (!isNew || !chosen || clubs.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it's begun with is looked at once, when all of it is there
  useEffect(() => {
    if (draft || !isReady) return
    row.current.version = kept.data?.version ?? 0
    if (kept.data) setState('saved')
    begin(kept.data?.draft ?? fresh())
  }, [draft, isReady])

  /** Opening another page of the form doesn't make a draft, but is saved with one. */
  function isUnsaved(now: MessageDraft): boolean {
    const before = written.current
    if (row.current.id > 0 || before === null) return JSON.stringify(now) !== JSON.stringify(before)
    return JSON.stringify({ ...now, step: 0 }) !== JSON.stringify({ ...before, step: 0 })
  }

  async function saveNow() {
    const now = latest.current
    const { id, version, isOver, isStopped } = row.current
    if (!now || isOver || isStopped || !isUnsaved(now)) return
    await store(now, { id, ...(id > 0 && { version }) })
  }

  async function store(now: MessageDraft, where: { id: number; version?: number }) {
    row.current.isBusy = true
    const result = await save.mutateAsync({ ...where, draft: now })
    row.current.isBusy = false
    if (row.current.isOver) return
    if (isRefusal(result)) {
      if (result.conflict) {
        row.current.isStopped = true
        // What GetMessageDraft answers.
        setElsewhere({ kept: result.conflict.current as Kept, message: result.message })
      }
      if (result.status === 410) row.current.isOver = true
      setState(result.status === 410 ? 'gone' : 'failed')
      return
    }
    written.current = now
    const isFirst = row.current.id === 0
    row.current = { ...row.current, id: result.draftId, version: result.version }
    setState(latest.current && isUnsaved(latest.current) ? 'unsaved' : 'saved')
    if (isFirst) onKept(result.draftId)
  }

  /** After what is under way. */
  const keep = () => {
    underWay.current = underWay.current.then(saveNow, saveNow)
    return underWay.current
  }
  /** Nothing is awaited that may never come: what is under way was saved before, so this saves over it. */
  const leave = () => {
    const { id, isBusy, isOver, isStopped } = row.current
    if (!isBusy) return void keep()
    const now = latest.current
    if (now && id > 0 && !isOver && !isStopped && isUnsaved(now))
      underWay.current = Promise.all([underWay.current, store(now, { id })])
  }
  const actions = useRef({ keep, leave })
  actions.current = { keep, leave }

  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(() => void actions.current.keep(), pause)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => {
    const stop = onLeaving(() => actions.current.leave())
    return () => {
      stop()
      void actions.current.keep()
    }
  }, [])

  const goOnFrom = ({ version }: Kept) => {
    row.current = { ...row.current, version, isStopped: false }
    setElsewhere(null)
  }
  return {
    draft,
    error: kept.error ?? template.error ?? again.error ?? clubs.error,
    isResumed: !isNew,
    state,
    elsewhere,
    /** The scheduled message as it is now. */
    message: editId > 0 ? again.data : undefined,
    change(part: Partial<MessageDraft>) {
      if (!latest.current) return
      const next = { ...latest.current, ...part }
      latest.current = next
      setDraft(next)
      if (isUnsaved(next)) setState(before => (before === 'gone' ? before : 'unsaved'))
    },
    /** Goes back to the scheduled message as it is now. */
    async restart() {
      const message = editId > 0 ? (await again.refetch()).data : again.data
      latest.current = fresh(message)
      setDraft(latest.current)
    },
    /** Saves the last words. @returns the draft's id; undefined where there is none */
    async settle() {
      await keep()
      return row.current.id || undefined
    },
    /** The message has left: nothing is saved from now on. */
    end() {
      row.current.isOver = true
    },
    keepMine() {
      if (!elsewhere) return
      goOnFrom(elsewhere.kept)
      written.current = null
      void keep()
    },
    takeTheirs() {
      if (!elsewhere) return
      goOnFrom(elsewhere.kept)
      begin(elsewhere.kept.draft)
      setState('saved')
    },
    /** @returns the id of what was discarded; 0 where nothing was saved */
    async discard(): Promise<number> {
      row.current.isOver = true
      await underWay.current
      const { id } = row.current
      if (id > 0) await remove.mutateAsync({ id })
      return id
    },
  }
}
