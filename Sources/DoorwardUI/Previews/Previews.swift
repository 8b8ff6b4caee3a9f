// The macro of previews is a part of Xcode, so the checks on Linux leave this file out.
#if DEBUG && canImport(SwiftUI) && !APPLE_INTERFACE_CHECK && !os(Linux)
  internal import Doorward
  internal import SwiftUI

  #Preview("Form") { PreviewViews.form }
  #Preview("Form, right to left") { PreviewViews.form.environment(\.layoutDirection, .rightToLeft) }
  #Preview("Problem") { PreviewViews.trouble }
  #Preview("List") { PreviewViews.list }
  #Preview("Window, loading") { PreviewViews.window(.undetermined) }
  #Preview("Window, signed in") { PreviewViews.window(.authenticated(.preview())) }
  #Preview("User") { PreviewViews.user(.authenticated(.preview())) }
  #Preview("User, signed out") { PreviewViews.user(.guest(.preview())) }
#endif
