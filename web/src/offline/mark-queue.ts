/** Present, absent, or not marked. */
export type Mark = boolean | null

export interface MarkedMember {
  readonly memberId: number
  readonly name: string
  readonly attended: Mark
}

export interface RegisterOf {
  readonly classId: number
  readonly classDate: string
  readonly className: string
}

/** Marks that are sent in one call: one of a tap, or all of "mark all". A call with many that is refused is sent in halves. */
export interface QueuedMarks extends RegisterOf {
  /** Given by the store, ascending; below zero until it is stored. */
  readonly order: number
  /** The `sub` of who made them. */
  readonly account: string
  /** ISO 8601, UTC, by the clock of the device. */
  readonly markedAt: string
  /** `markId` is sent with each repetition, so that the server counts a mark once. */
  readonly marks: readonly (MarkedMember & { readonly markId: string })[]
  /** Why the server would not have them; null while they wait. */
  readonly refusal: string | null
}

/** Where marks survive the page. */
export interface MarkStore {
  /** In order. */
  all(): Promise<readonly QueuedMarks[]>
  /** @returns the order it was given */
  add(entry: QueuedMarks): Promise<number>
  put(entry: QueuedMarks): Promise<void>
  remove(order: number): Promise<void>
}

/** `saved` tells what stands, which may be a later mark of another device; `unanswered`: nobody knows, try again. */
export type Sent =
  | { readonly status: 'saved'; readonly marks: readonly { memberId: number; attended: Mark }[] }
  /** `isOfOne`: some of the marks are refused, and not the register. */
  | { readonly status: 'refused'; readonly message: string; readonly isOfOne?: boolean }
  | { readonly status: 'unanswered' }

interface Ports {
  readonly store: MarkStore
  readonly account: () => string
  readonly now: () => Date
  readonly newId: () => string
  /** Makes the call. Never rejects. */
  readonly send: (entry: QueuedMarks) => Promise<Sent>
  /** The server has it: put it where reads find it. Awaited before the marks stop being shown from here. */
  readonly saved: (entry: QueuedMarks, marks: readonly { memberId: number; attended: Mark }[]) => Promise<void> | void
  /** Runs when no other tab does: two must not send the same. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** Calls again in a while, later the more often it has failed. */
  readonly later: (again: () => void, failures: number) => void
  readonly changed: () => void
}

/**
 * Marks on their way to the server: kept on the device, sent in the order in which they were made, each until there is an
 * answer. What is refused stays, with the reason, until somebody decides. A mark that has not left yet gives way to a
 * later one of the same member.
 */
export function createMarkQueue(ports: Ports) {
  const { store, send, saved, alone, later, changed } = ports
  let entries: readonly QueuedMarks[] = []
  let made = 0
  let failures = 0
  let sendingOrder: number | null = null
  let isSending = false
  let isAskedAgain = false

  function become(next: readonly QueuedMarks[]) {
    entries = next
    changed()
  }

  async function reload() {
    const stored = (await store.all()).filter(({ account }) => account === ports.account())
    const ids = new Set(stored.flatMap(({ marks }) => marks.map(({ markId }) => markId)))
    const notYet = entries.filter(({ order, marks }) => order < 0 && !marks.some(({ markId }) => ids.has(markId)))
    become([...stored, ...notYet])
  }

  async function mark({ classId, classDate, className }: RegisterOf, marks: readonly MarkedMember[]): Promise<void> {
    const entry: QueuedMarks = {
      order: -++made,
      account: ports.account(),
      classId,
      classDate,
      className,
      markedAt: ports.now().toISOString(),
      marks: marks.map(({ memberId, name, attended }) => ({ memberId, name, attended, markId: ports.newId() })),
      refusal: null,
    }
    const superseded = entries.filter(each => each.order !== sendingOrder && isSuperseded(each, entry))
    become([...entries.filter(each => !superseded.includes(each)), entry])
    // First of all, in the task of the press: the page may end right after it.
    const order = await store.add(entry)
    become(entries.map(each => (each === entry ? { ...entry, order } : each)))
    for (const { order } of superseded) if (order > 0) await store.remove(order)
    // Superseded before it was stored: it is in the store now, and must not stay there.
    if (!entries.some(each => each.order === order)) await store.remove(order)
    await deliver()
  }

  async function deliver(): Promise<void> {
    if (isSending) {
      isAskedAgain = true
      return
    }
    isSending = true
    do {
      isAskedAgain = false
      await alone(sendAll)
    } while (isAskedAgain && failures === 0)
    isSending = false
  }

  async function sendAll() {
    for (;;) {
      await reload()
      const next = entries.find(({ order, refusal }) => order > 0 && refusal === null)
      if (!next) return
      sendingOrder = next.order
      const result = await send(next)
      sendingOrder = null
      if (result.status === 'unanswered') {
        failures++
        changed()
        later(() => void deliver(), failures)
        return
      }
      failures = 0
      if (result.status === 'saved') {
        await saved(next, result.marks)
        await store.remove(next.order)
        become(entries.filter(({ order }) => order !== next.order))
      } else if (entries.some(({ order }) => order === next.order)) {
        if (result.isOfOne && next.marks.length > 1) await split(next)
        else await store.put({ ...next, refusal: result.message })
      }
    }
  }

  /**
   * Splits a refused entry in two and sends each half, until only the refused mark is left. Stores the halves before it
   * removes the whole: the server counts a mark that arrives twice once, by its id.
   */
  async function split(entry: QueuedMarks): Promise<void> {
    const middle = Math.ceil(entry.marks.length / 2)
    for (const marks of [entry.marks.slice(0, middle), entry.marks.slice(middle)]) await store.add({ ...entry, marks })
    await store.remove(entry.order)
  }

  return {
    /** A new list whenever something in it has changed. */
    entries: () => entries,
    /** The last call had no answer: what waits, waits for the connection. */
    isHeld: () => failures > 0,
    /** Looks what another tab has changed. */
    look: reload,
    /** Takes up what an earlier page has left. */
    async resume() {
      await reload()
      await deliver()
    },
    mark,
    async retry(order: number) {
      const entry = entries.find(each => each.order === order)
      if (entry) await store.put({ ...entry, refusal: null })
      await deliver()
    },
    async discard(order: number) {
      await store.remove(order)
      await reload()
    },
  }
}

/** A single mark that waits, or was refused, for a member who has been marked again. */
function isSuperseded({ marks, classId, classDate }: QueuedMarks, by: QueuedMarks): boolean {
  const [mark, ...others] = marks
  if (!mark || others.length > 0 || classId !== by.classId || classDate !== by.classDate) return false
  return by.marks.some(({ memberId }) => memberId === mark.memberId)
}

/** A store that lasts as long as the page: for a browser that keeps nothing. */
export function memoryStore(): MarkStore {
  const kept = new Map<number, QueuedMarks>()
  let last = 0
  return {
    all: async () => [...kept.values()].sort((one, other) => one.order - other.order),
    add: async entry => {
      kept.set(++last, { ...entry, order: last })
      return last
    },
    put: async entry => {
      if (kept.has(entry.order)) kept.set(entry.order, entry)
    },
    remove: async order => void kept.delete(order),
  }
}
