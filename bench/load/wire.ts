/** What the processes of a measurement tell each other. */

/** One request of a call; a call has several, so that not all ask for the same rows. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Whose access token goes with it; none: nobody's. */
  readonly sub?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface BenchCall {
  readonly name: string
  readonly requests: readonly BenchRequest[]
  /** Whether a password is checked, which the floor does as well. */
  readonly checksPassword?: boolean
}

/** As it is sent, to the product and to the floor. */
export interface ReadyRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface NotedQuery {
  readonly text: string
  readonly values: readonly unknown[]
  /** Which connection it ran on, from 0. */
  readonly connection: number
  /** Those of one wave were under way at the same time. */
  readonly wave: number
}

/** What the product has done for a request. */
export interface NotedRequest {
  readonly queries: readonly NotedQuery[]
  /** What is another one each time: in any parameter, the floor puts a new one in its place. */
  readonly fresh: readonly string[]
  readonly status: number
  readonly answer: string
  readonly checksPassword: boolean
}

export interface ReadyCall {
  readonly name: string
  readonly requests: readonly ReadyRequest[]
  readonly noted: readonly NotedRequest[]
}

/** The header by which the floor knows what to do. */
export const floorHeader = 'x-bench'

/** How a call is asked for: by so many who each wait for their answer, or at a pace whether or not answers come. */
export type Pace = { readonly clients: number } | { readonly perSecond: number }

export interface LoadOrder {
  readonly url: string
  readonly requests: readonly ReadyRequest[]
  readonly pace: Pace
  readonly ms: number
}

/** Milliseconds of each answer, from when its request was due; and how long it all took. */
export interface LoadAnswer {
  readonly times: Float64Array
  readonly ms: number
}
