import Doorward
import DoorwardUI
import SwiftUI

struct AccountPreviews: View {
  var body: some View {
    VStack {
      DoorwardUserButton().doorward(.preview(.authenticated(.preview(name: "Ada Lovelace"))))
      DoorwardUserButton().doorward(.preview(.guest(.preview())))
    }
  }
}
