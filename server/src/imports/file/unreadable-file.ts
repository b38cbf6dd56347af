/** A file that is no list, with the reason in words for the person who has brought it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}
