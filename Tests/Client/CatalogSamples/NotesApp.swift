import Doorward
import Foundation
import SwiftUI

@main struct NotesApp: App {
  private let doorward = NotesApp.makeClient()

  var body: some Scene {
    WindowGroup { NotesView().doorward(doorward) }
  }

  private static func makeClient() -> Doorward {
    do { return Doorward(try DoorwardConfiguration(bundle: .main)) } catch {
      preconditionFailure("Doorward.plist: \(error)")
    }
  }
}

struct NotesView: View {
  @Environment(\.doorward) private var doorward
  @Environment(\.doorwardAuthState) private var state

  var body: some View {
    switch state {
    case .undetermined: ProgressView()
    case .authenticated(let user), .anonymous(let user): Text("Hello, \(user.info.name ?? "you")")
    case .guest: Text("Signed out")
    case .error(let error): Text(error.localizedDescription)
    }
  }
}
