/** What the tests ask of a browser, whichever protocol drives it. */
export interface Driver {
  readonly open: (address: string) => Promise<void>
  /** Runs a function in the page. It knows nothing but its arguments. */
  readonly ask: <Given extends unknown[], Answer>(
    question: (...given: Given) => Answer | Promise<Answer>,
    ...given: Given
  ) => Promise<Answer>
  /** Clicks the first element that a CSS selector finds, as a person would. */
  readonly click: (selector: string) => Promise<void>
  readonly type: (selector: string, text: string) => Promise<void>
  readonly resize: (size: Size) => Promise<void>
  /** A PNG. */
  readonly screenshot: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

export interface Size {
  readonly width: number
  readonly height: number
}
