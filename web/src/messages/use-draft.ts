import { getChosenClubs } from '@honbu/contract/audience.ts'
import { getMessage, getMessageDraft, saveMessageDraft } from '@honbu/contract/messages.ts'
import { getTemplate } from '@honbu/contract/templates.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import type { Chosen } from '../exports/chosen.ts'
import { draftFor, type MessageDraft, newDraft } from './draft.ts'

/** Milliseconds without a change until it is kept. */
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
}

/**
 * What the user is writing, kept on the server so that it can be gone on with elsewhere. One that begins from a template,
 * from a message that was sent, or with members who were chosen, takes the place of what was kept as soon as something is
 * changed; from then on a reload goes on with it.
 */
export function useDraft({ clubId, isGiven, templateId, againId, editId, chosen, begunFrom }: Begun) {
  const kept = useRead(getMessageDraft, {}, { staleTime: 0, gcTime: 0 })
  const template = useRead(getTemplate, { id: templateId }, { enabled: templateId > 0 })
  const beforeId = editId || againId
  const again = useRead(getMessage, { id: beforeId }, { enabled: beforeId > 0, staleTime: 0 })
  const clubs = useRead(getChosenClubs, chosen ?? {}, { enabled: chosen !== null, staleTime: 0, retry: false })
  const save = useWrite(saveMessageDraft, { invalidates: [] })
  const [draft, setDraft] = useState<MessageDraft | null>(null)
  const [isResumed, setResumed] = useState(false)
  const unsaved = useRef<MessageDraft | null>(null)

  const isReady =
    kept.data &&
    (templateId === 0 || template.data) &&
    (beforeId === 0 || (again.data && !again.isFetching)) &&
    (!chosen || clubs.data)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is begun with is looked at once, when all of it is there
  useEffect(() => {
    if (draft || !isReady) return
    const before = kept.data?.draft ?? null
    const isSame = before !== null && (begunFrom === '' || before.begunFrom === begunFrom)
    const goesOn = isSame && (begunFrom !== '' || !isGiven || before.clubId === clubId)
    setResumed(goesOn)
    setDraft(goesOn ? before : fresh())
  }, [draft, isReady])

  const { mutateAsync } = save
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const store = useCallback(
    (draft: MessageDraft | null) => {
      unsaved.current = null
      saving.current = mutateAsync({ draft })
    },
    [mutateAsync],
  )
  useEffect(() => {
    if (!draft || unsaved.current !== draft) return
    const timer = setTimeout(() => {
      // It was stored meanwhile.
      if (unsaved.current === draft) store(draft)
    }, pause)
    return () => clearTimeout(timer)
  }, [draft, store])
  // Who goes to another screen right after the last word has written that, too.
  useEffect(
    () => () => {
      if (unsaved.current) store(unsaved.current)
    },
    [store],
  )

  return {
    draft,
    error: kept.error ?? template.error ?? again.error ?? clubs.error,
    isResumed,
    /** The scheduled message as it stands. */
    message: editId > 0 ? again.data : undefined,
    savedAt: save.data?.isSuccess ? save.data.savedAt : (kept.data?.savedAt ?? null),
    change(part: Partial<MessageDraft>) {
      setDraft(now => {
        const next = now && { ...now, ...part }
        unsaved.current = next
        return next
      })
    },
    /** Begins anew, with what the address names, and forgets what was kept. */
    async restart() {
      store(null)
      const message = editId > 0 ? (await again.refetch()).data : again.data
      setResumed(false)
      setDraft(fresh(message))
    },
    /** Stores what is not stored yet: sending takes it away, and one that was on its way still would come back after it. */
    async settle() {
      if (unsaved.current) store(unsaved.current)
      await saving.current
    },
  }
}
