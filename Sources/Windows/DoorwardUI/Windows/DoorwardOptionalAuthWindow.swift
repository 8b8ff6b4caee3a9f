#if canImport(SwiftUI)
  internal import Doorward
  public import SwiftUI

  /// A window of an app whose users need not sign in.
  ///
  /// ```swift
  /// WindowGroup { DoorwardOptionalAuthWindow { ContentView() } }
  /// ```
  ///
  /// The content is shown in every state, and reads it from `\.doorwardAuthState`.
  public struct DoorwardOptionalAuthWindow<Content: View>: View {
    private let content: Content
    @State private var codes = UnsavedCodes()
    @Environment(\.doorward) private var doorward

    /// Makes a window.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: some View { content.modifier(ShowsUnsavedCodes(codes: codes)).doorward(doorward) }
  }
#endif
