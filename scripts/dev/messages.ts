/** Where the debugger listens. */
export interface Inspect {
  readonly host: string
  readonly port: number
}

/** Sent to the server's process: first `load`, then `open`. */
export type Request =
  | { readonly type: 'load' }
  | {
      readonly type: 'open'
      /** The folder of the page. */
      readonly web: string
      /** The first server says where it is and how to log in. */
      readonly isFirst: boolean
      readonly inspect: Inspect | null
    }

/** Sent back when the request has been met. */
export type Reply = 'loaded' | 'listening'
