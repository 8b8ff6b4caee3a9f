import SwiftUI
import Testing

@testable import DoorwardUI

/// Several views that the app removes while they have recovery codes.
@MainActor struct UnsavedCodesTests {
  /// A view with recovery codes.
  @MainActor @Observable final class Codes {
    var areSaved = false
    private(set) var ends = 0

    func end() { ends += 1 }
  }

  struct CodesView: View {
    let name: String
    let codes: Codes

    var body: some View {
      Button("Saved") { codes.areSaved = true }.accessibilityIdentifier(name)
    }
  }

  /// Finds the place of the window for recovery codes.
  @MainActor final class Finder {
    var place: UnsavedCodes?
  }

  struct Page: View {
    let finder: Finder
    @Environment(\.unsavedCodes) private var unsavedCodes

    var body: some View { Text("The app").onAppear { finder.place = unsavedCodes } }
  }

  private let finder = Finder()
  private let first = Codes()
  private let second = Codes()

  private func remove(_ codes: Codes, _ name: String, from screen: Screen) -> Bool? {
    let isKept = finder.place?.keep(
      UnsavedCodes.Removed(
        holdsCodes: { !codes.areSaved }, view: AnyView(CodesView(name: name, codes: codes)), end: codes.end))
    screen.update()
    return isKept
  }

  @Test func windowShowsTheCodesOfEachRemovedView() {
    let screen = Screen(DoorwardOptionalAuthWindow { Page(finder: finder) })
    #expect(remove(first, "first", from: screen) == true)
    #expect(remove(second, "second", from: screen) == true)
    #expect(screen.canPress("first") && !screen.has("second"))
    #expect(screen.press("first"))
    #expect(screen.canPress("second") && !screen.has("first"))
    #expect(screen.press("second"))
    #expect(!screen.has("second"))
    #expect(first.ends == 1 && second.ends == 1)
  }

  @Test func savedCodesAreNotKept() {
    let screen = Screen(DoorwardOptionalAuthWindow { Page(finder: finder) })
    first.areSaved = true
    #expect(remove(first, "first", from: screen) == false)
    #expect(!screen.has("first"))
    #expect(first.ends == 0)
  }
}
