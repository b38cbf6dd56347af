import { getMessage, getMessageDraft, saveMessageDraft } from '@honbu/contract/messages.ts'
import { getTemplate } from '@honbu/contract/templates.ts'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { type MessageDraft, newDraft } from './draft.ts'

/** Milliseconds without a change until it is kept. */
const pause = 1500

interface Begun {
  clubId: number
  /** Whether it is to be that club; else what was begun for another is gone on with. */
  isGiven: boolean
  templateId: number
  /** The message that is used again. */
  againId: number
}

/**
 * What the user is writing, kept on the server so that it can be gone on with elsewhere. One that begins from a template or
 * from a message that was sent takes the place of what was kept as soon as something is changed.
 */
export function useDraft({ clubId, isGiven, templateId, againId }: Begun) {
  const kept = useRead(getMessageDraft, {}, { staleTime: 0, gcTime: 0 })
  const template = useRead(getTemplate, { id: templateId }, { enabled: templateId > 0 })
  const again = useRead(getMessage, { id: againId }, { enabled: againId > 0 })
  const save = useWrite(saveMessageDraft, { invalidates: [] })
  const [draft, setDraft] = useState<MessageDraft | null>(null)
  const [isResumed, setResumed] = useState(false)
  const isChanged = useRef(false)

  const isReady = kept.data && (templateId === 0 || template.data) && (againId === 0 || again.data)
  useEffect(() => {
    if (draft || !isReady) return
    const before = kept.data?.draft ?? null
    if (template.data && templateId > 0) {
      const { channel, subject, template: body, layoutId } = template.data
      setDraft({ ...newDraft(clubId), channel, subject: subject ?? '', body, layoutId, templateId })
    } else if (again.data && againId > 0) {
      const { channel, purpose, audience, onePerAddress, subject, body, layoutId, name, ...sent } = again.data
      const content = { channel, purpose, audience, onePerAddress, subject, body, layoutId, name }
      setDraft({ ...newDraft(sent.clubId), ...content, clubIds: sent.clubIds, step: 2 })
    } else if (before && (!isGiven || before.clubId === clubId)) {
      setDraft(before)
      setResumed(true)
    } else setDraft(newDraft(clubId))
  }, [draft, isReady, kept.data, template.data, again.data, clubId, isGiven, templateId, againId])

  const { mutate } = save
  useEffect(() => {
    if (!draft || !isChanged.current) return
    const timer = setTimeout(() => mutate({ draft }), pause)
    return () => clearTimeout(timer)
  }, [draft, mutate])

  return {
    draft,
    error: kept.error ?? template.error ?? again.error,
    isResumed,
    savedAt: save.data?.isSuccess ? save.data.savedAt : (kept.data?.savedAt ?? null),
    change(part: Partial<MessageDraft>) {
      isChanged.current = true
      setDraft(now => now && { ...now, ...part })
    },
    /** Begins anew, and forgets what was kept. */
    restart(clubId: number) {
      isChanged.current = false
      mutate({ draft: null })
      setResumed(false)
      setDraft(newDraft(clubId))
    },
    /** It was sent: nothing is kept any more. */
    stop() {
      isChanged.current = false
    },
  }
}
