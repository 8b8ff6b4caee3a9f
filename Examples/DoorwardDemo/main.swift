// The demo with the user interface of the platform. On Linux `main` must be synchronous; see `DoorwardMainLoop`.
#if os(Linux)
  runGTKDemo()
#elseif canImport(SwiftUI) && canImport(DoorwardUI)
  import SwiftUI

  DemoApp.main()
#endif
