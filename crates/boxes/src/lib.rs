//! Perfect play of boxes: dots and boxes without the extra turn (HDU 4753). Not built yet.
