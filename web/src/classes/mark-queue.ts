/** Present, absent, or not marked. */
export type Mark = boolean | null

export type SaveResult = { readonly isSuccess: true } | { readonly isSuccess: false; readonly message: string }

interface Ports {
  /** Sends a mark to the server. Never rejects. */
  save: (memberId: number, mark: Mark) => Promise<SaveResult>
  /** The server has it: put it where reads find it. Awaited before the mark stops being "in flight". */
  saved: (memberId: number, mark: Mark) => Promise<void> | void
  /** The server refused it, and the row shows again what the server has. */
  refused: (memberId: number, mark: Mark, message: string) => void
  /** Something to draw has changed. */
  changed: () => void
}

/**
 * Marks shown before the server has confirmed them. One request at a time for each member, so that quick taps arrive in
 * order; when several taps wait, only the last is sent. What is in flight covers whatever a refetch brings meanwhile.
 */
export function createMarkQueue({ save, saved, refused, changed }: Ports) {
  let wanted: ReadonlyMap<number, Mark> = new Map()

  function want(memberId: number, mark: Mark | undefined) {
    const next = new Map(wanted)
    if (mark === undefined) next.delete(memberId)
    else next.set(memberId, mark)
    wanted = next
    changed()
  }

  async function send(memberId: number) {
    for (;;) {
      const mark = wanted.get(memberId)
      if (mark === undefined) return
      const result = await save(memberId, mark)
      if (result.isSuccess) await saved(memberId, mark)
      if (wanted.get(memberId) !== mark) continue
      want(memberId, undefined)
      if (!result.isSuccess) refused(memberId, mark, result.message)
      return
    }
  }

  return {
    /** What is in flight, by member; a new map whenever it changes. */
    inFlight: () => wanted,
    mark(memberId: number, mark: Mark): Promise<void> {
      const isSending = wanted.has(memberId)
      want(memberId, mark)
      return isSending ? Promise.resolve() : send(memberId)
    },
  }
}
