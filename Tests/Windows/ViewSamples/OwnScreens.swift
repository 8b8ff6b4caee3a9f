import DoorwardFlow
import DoorwardUI
import SwiftUI

struct ClubSignIn: View {
  var body: some View {
    DoorwardDefaultAuthenticationFlowView(
      flowConfig: .default.replacing("start") { screen in ClubStart(screen: screen) })
  }
}

struct ClubStart: View {
  let screen: DoorwardScreen

  var body: some View {
    VStack(spacing: 16) {
      Text(screen.content.title).accessibilityAddTraits(.isHeader)
      if let problem = screen.content.problem { Text(problem.text) }
      ForEach(screen.content.fields, id: \.id) { field in
        TextField(field.label, text: screen.text(field.name))
          .textContentType(.username)
          .onSubmit { screen.submit(field.name) }
          .accessibilityIdentifier(field.id)
      }
      ForEach(screen.content.buttons, id: \.id) { button in
        Button(button.label) { screen.press(button) }
          .disabled(!screen.isEnabled(button))
          .accessibilityIdentifier(button.id)
      }
    }
  }
}
