// The demo with the user interface of the platform. On Linux `main` must be synchronous; see `WalletMainLoop`.
#if os(Linux)
  runGTKDemo()
#elseif canImport(SwiftUI)
  import SwiftUI

  WalletDemoApp.main()
#endif
