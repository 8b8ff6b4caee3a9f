// An app of one window. It is declared on macOS only.
#if DEBUG && canImport(SwiftUI) && !os(Linux)
  import SwiftUI

  GalleryApp.main()
#endif
