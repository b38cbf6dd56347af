/* Closes the window that the application has opened. Where it can't, the page asks the reader to. */
window.close()
