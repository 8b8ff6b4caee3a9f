#if DEBUG && canImport(SwiftUI) && !os(Linux)
  import DoorwardUI
  import Foundation
  import SwiftUI

  /// Shows one of the previews. The argument behind `--view` is its name. `scripts/mac-check` starts it in a simulator, once for each
  /// preview.
  struct GalleryApp: App {
    private let name: String

    init() {
      name = CommandLine.arguments.drop { $0 != "--view" }.dropFirst().first ?? "sign-in.start: everything"
      guard PreviewViews.names.contains(name) else { fatalError("There is no preview \(name).") }
    }

    var body: some Scene {
      WindowGroup { PreviewViews[name].doorwardLanguage("en") }
    }
  }
#endif
