import { deleteDraft, getDrafts, saveDraft } from '@honbu/contract/joining.ts'
import { useEffect, useRef, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { debounce } from '../members/debounce.ts'
import { onLeaving } from '../ui/on-leaving.ts'
import { showToast } from '../ui/toasts.ts'
import { contentOf } from './draft-content.ts'
import { type Joining, type Place, titleOf } from './wizard.ts'

export type DraftState = 'none' | 'unsaved' | 'saved' | 'failed' | 'gone'

interface Options {
  clubId: number
  /** Of the draft that was opened; 0: none is kept yet. */
  draftId: number
  version: number
  joining: Joining
  place: Place
  /** Its number, once it has one. */
  onKept: (draftId: number) => void
}

interface Elsewhere {
  readonly version: number
  readonly content: Record<string, unknown>
}

/** Milliseconds without typing after which it is kept. */
const pause = 2000

/**
 * Keeps what is typed as a draft on the server: a while after the last keystroke, when the screen is left, and at once by
 * `keep`. One save is under way at a time. What another device has saved meanwhile is not written over: `elsewhere` then
 * holds it, and nothing more is kept until somebody has chosen.
 */
export function useDraft({ clubId, joining, place, onKept, ...opened }: Options) {
  const save = useWrite(saveDraft, { invalidates: [getDrafts] })
  const remove = useWrite(deleteDraft, { invalidates: [getDrafts] })
  const [state, setState] = useState<DraftState>(opened.draftId === 0 ? 'none' : 'saved')
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const draft = useRef({ id: opened.draftId, version: opened.version, isOver: false, isStopped: false })
  // Read by whoever saves, at that moment.
  const latest = useRef({ joining, place })
  latest.current = { joining, place }
  const written = useRef(JSON.stringify(contentOf(joining, place)))
  const underWay = useRef<Promise<boolean>>(Promise.resolve(true))

  async function saveNow(): Promise<boolean> {
    const { joining: now, place: at } = latest.current
    const content = contentOf(now, at)
    const text = JSON.stringify(content)
    if (text === written.current || draft.current.isOver || draft.current.isStopped) return true
    const { id, version } = draft.current
    const result = await save.mutateAsync({ id, clubId, ...(id !== 0 && { version }), title: titleOf(now), content })
    if (isRefusal(result)) {
      if (draft.current.isOver) return true
      if (result.conflict) {
        draft.current.isStopped = true
        // What the read of a draft answers.
        setElsewhere(result.conflict.current as Elsewhere)
        return false
      }
      // A draft that is not there is answered as one of another club.
      if (result.status === 403) draft.current.isOver = true
      setState(result.status === 403 ? 'gone' : 'failed')
      return false
    }
    written.current = text
    draft.current = { ...draft.current, id: result.draftId, version: result.version }
    setState('saved')
    if (id === 0) onKept(result.draftId)
    return true
  }

  /** After what is under way; false when it could not be kept. */
  const keep = () => {
    underWay.current = underWay.current.then(saveNow, saveNow)
    return underWay.current
  }
  const keepNow = useRef(keep)
  keepNow.current = keep

  const content = JSON.stringify(contentOf(joining, place))
  useEffect(() => {
    if (content === written.current) return
    setState(now => (now === 'gone' ? now : 'unsaved'))
    const waiting = debounce<void>(() => void keepNow.current(), pause)
    waiting.call()
    return waiting.cancel
  }, [content])

  // A step that is filled in is kept at once.
  const at = `${place.step} ${place.who}`
  const keptAt = useRef(at)
  useEffect(() => {
    if (keptAt.current === at) return
    keptAt.current = at
    void keepNow.current()
  }, [at])

  useEffect(() => {
    const leave = () => void keepNow.current()
    const stop = onLeaving(leave)
    return () => {
      stop()
      void keepNow.current().then(isKept => {
        if (!isKept) showToast({ message: 'What was typed last could not be kept as a draft.', tone: 'bad' })
      })
    }
  }, [])

  return {
    state,
    elsewhere,
    keep,
    /** Its number, when all that is under way has come to an end. */
    settled: async () => {
      await underWay.current
      return draft.current.id || null
    },
    /** It has become a member: nothing is kept from now on. */
    end: () => {
      draft.current.isOver = true
    },
    /** Goes on over what another device has saved. */
    keepMine: () => {
      draft.current = { ...draft.current, version: elsewhere?.version ?? 0, isStopped: false }
      written.current = ''
      setElsewhere(null)
      void keep()
    },
    /** Goes on with what another device has saved, which the screen shows from now on. */
    takeTheirs: () => {
      draft.current = { ...draft.current, version: elsewhere?.version ?? 0, isStopped: false }
      written.current = JSON.stringify(elsewhere?.content ?? null)
      setElsewhere(null)
      setState('saved')
    },
    discard: async () => {
      draft.current.isStopped = true
      await underWay.current
      draft.current.isOver = true
      if (draft.current.id !== 0) await remove.mutateAsync({ id: draft.current.id })
    },
  }
}
