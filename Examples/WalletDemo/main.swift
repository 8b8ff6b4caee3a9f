// The demo, by what draws windows here. On Linux `main` has to be synchronous: see `WalletMainLoop`.
#if os(Linux)
  runGTKDemo()
#elseif canImport(SwiftUI)
  import SwiftUI

  WalletDemoApp.main()
#endif
