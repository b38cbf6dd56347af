/** A grid query that cannot be answered: the column or the parameter ('page', 'pageSize', 'sort', 'filter') it is about. */
export class GridError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'GridError'
    this.field = field
  }
}

/** A piece of hostile text must not make a message as long as itself. */
export const quote = (text: string) => `'${text.length > 50 ? `${text.slice(0, 50)}…` : text}'`
