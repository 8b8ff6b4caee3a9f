#pragma once
#if !__has_include(<gtk/gtk.h>)
#error "Windows on Linux need GTK 4: apt-get install libgtk-4-dev. If its headers are not below /usr/include, name their folders with -Xcc -I."
#endif
#include <glib-unix.h>
#include <gtk/gtk.h>

/* Functions with which another loop drains libdispatch's main queue. libdispatch exports them without a header. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/* Swift cannot import functions with variable arguments or cast macros. */
static inline GtkWidget *doorward_widget(void *object) { return GTK_WIDGET(object); }
static inline GtkWindow *doorward_window(void *object) { return GTK_WINDOW(object); }
static inline GtkBox *doorward_box(void *object) { return GTK_BOX(object); }
static inline GtkButton *doorward_button(void *object) { return GTK_BUTTON(object); }
static inline GtkCheckButton *doorward_check_button(void *object) { return GTK_CHECK_BUTTON(object); }
static inline GtkEntry *doorward_entry(void *object) { return GTK_ENTRY(object); }
static inline GtkEditable *doorward_editable(void *object) { return GTK_EDITABLE(object); }
static inline GtkDrawingArea *doorward_drawing_area(void *object) { return GTK_DRAWING_AREA(object); }
static inline GtkPopover *doorward_popover(void *object) { return GTK_POPOVER(object); }
static inline GtkCssProvider *doorward_css_provider(void *object) { return GTK_CSS_PROVIDER(object); }
static inline GtkNativeDialog *doorward_native_dialog(void *object) { return GTK_NATIVE_DIALOG(object); }
static inline GtkFileChooser *doorward_file_chooser(void *object) { return GTK_FILE_CHOOSER(object); }
static inline gulong doorward_connect(void *object, const char *signal, void (*callback)(void), void *data,
                                      GClosureNotify destroy) {
  return g_signal_connect_data(object, signal, (GCallback)callback, data, destroy, (GConnectFlags)0);
}
static inline void doorward_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

static inline void *_Nonnull doorward_file_dialog_new(GtkWindow *window, GtkFileChooserAction action) {
  return gtk_file_chooser_native_new(NULL, window, action, NULL, NULL);
}

/* Accessibility. The role of a widget is fixed when the widget is made. */
static inline GtkWidget *doorward_heading_new(int level) {
  GtkWidget *label = GTK_WIDGET(g_object_new(GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, NULL));
  gtk_accessible_update_property(GTK_ACCESSIBLE(label), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  return label;
}
static inline GtkWidget *doorward_icon_new(void) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
}
static inline GtkWidget *doorward_box_new_with_role(GtkOrientation direction, int spacing, GtkAccessibleRole role) {
  return GTK_WIDGET(
      g_object_new(GTK_TYPE_BOX, "orientation", direction, "spacing", spacing, "accessible-role", role, NULL));
}
/* The button inside of a menu button has the focus and the clicks, so it is the control that assistive technology shows. */
static inline GtkWidget *doorward_menu_button_new(void) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_MENU_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_GENERIC, NULL));
}
static inline GtkWidget *doorward_drawing_area_new(GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", role, NULL));
}
static inline void doorward_set_label(void *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void doorward_set_description(void *widget, const char *description) {
  if (description)
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  else
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}
static inline void doorward_set_invalid(void *widget, gboolean is_invalid) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
                              is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}
static inline void doorward_set_busy(void *widget, gboolean is_busy) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}

/* The color of texts. GTK 4.10 has a better function, which older versions do not have. */
static inline GdkRGBA doorward_text_color(void *widget) {
  GdkRGBA color;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(widget)), &color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  return color;
}

/* The settings of GTK's display, which are properties. */
static inline int doorward_text_dpi(void) {
  int dpi = -1;
  g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
  return dpi;
}
static inline void doorward_set_text_dpi(int dpi) { g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", dpi, NULL); }
static inline void *_Nullable doorward_settings(void) { return gtk_settings_get_default(); }
static inline void doorward_set_dark(gboolean is_dark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", is_dark, NULL);
}
static inline void doorward_set_animations(gboolean is_on) {
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", is_on, NULL);
}
/* Reads a text to the user of a screen reader. Older versions of GTK read only the texts of widgets that appear. */
static inline void doorward_announce(void *widget, const char *text) {
#if GTK_CHECK_VERSION(4, 14, 0)
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
  (void)widget;
  (void)text;
#endif
}
