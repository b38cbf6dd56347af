/** Lets the browser paint, and answer a press, before what follows. */
export const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
